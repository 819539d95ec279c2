import { useState } from 'react';
import {
  addDays,
  addMonths,
  type Asset,
  byId,
  counted,
  type Day,
  daysBetween,
  failure,
  formatNumber,
  isDeleted,
  type Issue,
  monthName,
  monthOf,
  type Result,
  success,
  sumOf,
  unitWord,
} from '#domain';
import { death } from '#domain/movements/kinds/outflows.ts';
import { useAssets, useFarm, useLive, useLots, useRodeos, useToday } from '#platform';
import {
  Button,
  Card,
  ChipGroup,
  DateField,
  EmptyState,
  MonthStepper,
  Notice,
  NumberField,
  noNumber,
  PageHeading,
  Segmented,
  SelectField,
  Skeleton,
  TextField,
} from '#ui';
import { Rations } from './rations.tsx';
import { newestMovements } from '#farm/newest-movements.ts';
import { MovementList } from '#farm/movement-row.tsx';
import { consumption } from '#domain/movements/kinds/care.ts';
import { DraftSheet, failedAt, failureIn, type PartOf, written } from '#forms';
import { otherSupply, quantityWords, SupplySelect } from '#farm/supply-picker.tsx';
import type { LotView, RodeoView } from '#sync/farm.ts';

interface ConsumptionScreenProps {
  readonly isFeeding: boolean;
  readonly onFeed: () => void;
  readonly onFeedEnd: () => void;
  readonly onRecord: (type: string) => void;
}

/** What animals were fed, and what the farm itself ate (domain.md §2.7). */
export const ConsumptionScreen = ({ isFeeding, onFeed, onFeedEnd, onRecord }: ConsumptionScreenProps) => {
  const today = useToday();
  const [tab, setTab] = useState<'racion' | 'propio'>('racion');
  const [month, setMonth] = useState(monthOf(today));
  const isLast = month >= monthOf(today);
  return (
    <>
      <PageHeading title="Consumo" />
      <Segmented
        label="Qué consumo"
        value={tab}
        onChange={setTab}
        options={{ racion: 'Ración', propio: 'Consumo propio' }}
      />
      <MonthStepper
        label={`${monthName(month)} de ${month.slice(0, 4)}`}
        onBack={() => setMonth(addMonths(month, -1))}
        onForth={isLast ? null : () => setMonth(addMonths(month, 1))}
      />
      {tab === 'racion' ? (
        <Rations month={month} today={today} onFeed={onFeed} />
      ) : (
        <OwnUse month={month} onRecord={() => onRecord(death.type)} />
      )}
      {isFeeding ? <RationSheet onClose={onFeedEnd} /> : null}
    </>
  );
};

interface OwnUseProps {
  readonly month: string;
  readonly onRecord: () => void;
}

/** Animals slaughtered on the farm: deaths that are no mortality (domain.md §3.2). */
const OwnUse = ({ month, onRecord }: OwnUseProps) => {
  const days = { from: `${month}-01`, to: `${month}-31` };
  const deaths = useLive((views) => newestMovements(views, { types: [death.type], ...days }), [month]);
  const eaten = deaths?.filter(({ movement }) => movement.metadata.cause === 'consumo_propio' && !isDeleted(movement));
  const heads = sumOf(eaten ?? [], ({ movement }) => sumOf(movement.animals, (line) => line.count));
  return (
    <>
      <Button wide onClick={onRecord}>
        Registrar consumo propio
      </Button>
      <Card title={heads ? counted(heads, 'animal', 'animales') : 'Consumo propio'} flush>
        {eaten ? null : <Skeleton rows={3} />}
        {eaten?.length === 0 ? (
          <EmptyState>Sin consumo propio este mes. Se registra como muerte con la causa «Consumo propio».</EmptyState>
        ) : null}
        <MovementList label="Consumo propio" views={eaten ?? []} />
      </Card>
    </>
  );
};

const blank = {
  frequency: 'unica' as Frequency,
  from: '',
  date: '',
  rodeo_id: '',
  lot_id: '',
  asset_id: '',
  product: '',
  quantity: noNumber,
  mode: 'total' as 'total' | 'cabeza',
};
type RationDraft = Readonly<typeof blank>;

/** The whole quantity; per head it counts for all of them. */
function totalOf({ quantity, mode }: RationDraft, heads: number): number | undefined {
  if (quantity === null) return undefined;
  if (typeof quantity === 'string') return Number.NaN;
  return mode === 'total' ? quantity : Math.round(quantity * heads * 1000) / 1000;
}

interface Places {
  readonly rodeos: readonly RodeoView[];
  readonly lots: readonly LotView[];
}

/** Of a rodeo and a lot: those of the rodeo that stand in the lot. */
function headsOf({ rodeos, lots }: Places, { rodeo_id, lot_id }: Pick<RationDraft, 'rodeo_id' | 'lot_id'>): number {
  const fed = rodeos.find((view) => view.rodeo.id === rodeo_id);
  if (!fed) return lots.find((view) => view.lot.id === lot_id)?.heads ?? 0;
  if (!lot_id) return fed.heads;
  return sumOf(fed.rodeo.animals, (line) => (line.lot_id === lot_id ? Math.max(0, line.count) : 0));
}

const whoWords = ({ rodeo_id, lot_id }: RationDraft): string =>
  rodeo_id && lot_id ? 'rodeo en este lote' : rodeo_id ? 'rodeo' : 'lote';

function bodyOf(draft: RationDraft, items: readonly Asset[], places: Places, days: number) {
  const item = byId(items, draft.asset_id);
  const quantity = totalOf(draft, headsOf(places, draft));
  return {
    ...written({ rodeo_id: draft.rodeo_id, lot_id: draft.lot_id }),
    ...(item
      ? { asset_id: item.id, product: item.name, unit: item.unit }
      : { ...written({ product: draft.product }), unit: 'kg' }),
    quantity,
    // The form warned of the shortage: saving confirms it.
    ...(item && quantity !== undefined && quantity * days > item.quantity && { confirmed: true }),
  };
}

/** Feeds a rodeo: a movement CONSUMPTION, taken from the stock (domain.md §2.7). */
export const RationSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const farm = useFarm();
  const today = useToday();
  const items = (useAssets() ?? []).map((view) => view.row);
  const rodeos = useRodeos() ?? [];
  const lots = useLots() ?? [];
  const places = { rodeos, lots };
  return (
    <DraftSheet
      title="Registrar suministro"
      draftKey="suministro"
      start={{ ...blank, date: today }}
      saveLabel="Guardar suministro"
      onClose={onClose}
      save={async (values, draftKey) => {
        if (!values.rodeo_id && !values.lot_id) return failedAt('rodeo_id', 'Elegí el rodeo o el lote');
        const days = rationDays(values);
        if (!days.ok) return { message: null, issues: days.problem };
        const body = bodyOf(values, items, places, days.value.length);
        // All days or none: half of them would be recorded again with the rest.
        const each = days.value.map((date) => ({ ...body, date }));
        return failureIn(await farm.acts.recordMovements(consumption.type, each, draftKey));
      }}
    >
      {(form) => <RationFields form={form} items={items} places={places} today={today} />}
    </DraftSheet>
  );
};

interface RationFieldsProps {
  readonly form: PartOf<RationDraft>;
  readonly items: readonly Asset[];
  readonly places: Places;
  readonly today: string;
}

const RationFields = ({ form, items, places, today }: RationFieldsProps) => {
  const { values, change, bind, errorOf, fieldId } = form;
  const item = byId(items, values.asset_id);
  const isOther = values.asset_id === otherSupply;
  const unit = item?.unit ?? 'kg';
  const given = totalOf(values, headsOf(places, values));
  const days = rationDays(values);
  const total = days.ok && typeof given === 'number' ? given * days.value.length : given;
  return (
    <>
      <WhoFields {...{ form, places }} />
      <SupplySelect
        id={fieldId(isOther ? 'asset_id' : 'product')}
        label="Ración o producto"
        items={items}
        other="Uno que no está en el stock…"
        value={values.asset_id}
        onChange={(asset_id) => change({ asset_id, product: '' })}
        {...(isOther ? {} : errorOf('product'))}
      />
      {isOther ? <TextField label="Nombre" maxLength={80} {...bind('product')} /> : null}
      <ChipGroup label="La cantidad es" {...bind('mode')} options={{ total: 'Total', cabeza: 'Por cabeza' }} />
      <NumberField label={quantityLabel(values)} unit={unitWord(unit)} {...bind('quantity')} />
      {(values.mode === 'cabeza' || (days.ok && days.value.length > 1)) && typeof total === 'number' && total > 0 ? (
        <p>
          Son {quantityWords(total, unit)} para todo el {whoWords(values)}
          {days.ok && days.value.length > 1 ? ` en ${days.value.length} días` : ''}.
        </p>
      ) : null}
      {item && typeof total === 'number' && total > item.quantity ? (
        <Notice tone="warn" role="status">
          Hay {quantityWords(item.quantity, item.unit)}: queda en 0 y el resto por justificar.
        </Notice>
      ) : null}
      <WhenFields {...{ form, today }} />
    </>
  );
};

const quantityLabel = ({ mode, frequency }: RationDraft): string =>
  [mode === 'total' ? 'Cantidad total' : 'Cantidad por cabeza', frequency === 'diaria' ? 'por día' : '']
    .filter(Boolean)
    .join(' ');

const WhenFields = ({ form: { values, bind }, today }: Omit<RationFieldsProps, 'items' | 'places'>) => {
  const isDaily = values.frequency === 'diaria';
  return (
    <>
      <ChipGroup label="Se dio" {...bind('frequency')} options={frequencies} />
      {isDaily ? <DateField label="Desde" shortcuts={false} today={today} max={today} {...bind('from')} /> : null}
      <DateField label={isDaily ? 'Hasta' : 'Fecha'} today={today} max={addDays(today, 1)} {...bind('date')} />
    </>
  );
};

const WhoFields = ({ form: { bind }, places }: Omit<RationFieldsProps, 'items' | 'today'>) => (
  <>
    <SelectField
      label="Rodeo"
      options={places.rodeos.map(({ rodeo, heads }) => ({
        value: rodeo.id,
        label: `${rodeo.name} (${formatNumber(heads, 0)} cab.)`,
      }))}
      {...bind('rodeo_id')}
    />
    <SelectField
      label="Lote"
      optional
      options={places.lots.map(({ lot, heads }) => ({
        value: lot.id,
        label: `${lot.name} (${formatNumber(heads, 0)} cab.)`,
      }))}
      {...bind('lot_id')}
    />
  </>
);

/** How often it was given. */
const frequencies = { unica: 'Una vez', diaria: 'Todos los días' } as const;
type Frequency = keyof typeof frequencies;

/** One record a day; more would flood the lists. */
const daysAtMost = 31;

interface Span {
  readonly frequency: Frequency;
  readonly from: Day;
  readonly date: Day;
}

/** The days of a ration, in order, or issues at their fields. */
function rationDays({ frequency, from, date }: Span): Result<readonly Day[], readonly Issue[]> {
  if (frequency === 'unica' || date === '') return success([date]);
  const wrong = (message: string) => failure([{ path: 'from', message }]);
  if (from === '') return wrong('Elegí desde qué día');
  const days = daysBetween(from, date) + 1;
  if (days < 1) return wrong('Tiene que ser antes del último día');
  if (days > daysAtMost) return wrong(`Como máximo ${daysAtMost} días por vez`);
  return success(Array.from({ length: days }, (_, index) => addDays(from, index)));
}
