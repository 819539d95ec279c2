import {
  addDays,
  type Asset,
  byId,
  type Day,
  daysBetween,
  failure,
  formatNumber,
  type Issue,
  type Result,
  success,
  unitWord,
} from '#domain';
import { consumption } from '#domain/movements/kinds/care.ts';
import { useAssets, useFarm, useLots, useRodeos, useToday } from '#platform';
import { DraftSheet, failedAt, failureIn, type PartOf } from '#forms';
import { otherSupply, quantityWords, SupplySelect } from '#farm/supply-picker.tsx';
import type { LotView, RodeoView } from '#sync/farm.ts';
import { ChipGroup, DateField, Notice, NumberField, type NumberFieldValue, SelectField, TextField } from '#ui';

const blank = {
  frequency: 'unica' as Frequency,
  from: '',
  date: '',
  rodeo_id: '',
  lot_id: '',
  asset_id: '',
  product: '',
  quantity: null as NumberFieldValue,
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

const headsOf = ({ rodeos, lots }: Places, { rodeo_id, lot_id }: Pick<RationDraft, 'rodeo_id' | 'lot_id'>): number =>
  rodeo_id
    ? (rodeos.find((view) => view.rodeo.id === rodeo_id)?.heads ?? 0)
    : (lots.find((view) => view.lot.id === lot_id)?.heads ?? 0);

function bodyOf(draft: RationDraft, items: readonly Asset[], places: Places, days: number) {
  const item = byId(items, draft.asset_id);
  const quantity = totalOf(draft, headsOf(places, draft));
  return {
    ...(draft.rodeo_id && { rodeo_id: draft.rodeo_id }),
    ...(draft.lot_id && { lot_id: draft.lot_id }),
    ...(item
      ? { asset_id: item.id, product: item.name, unit: item.unit }
      : { ...(draft.product.trim() && { product: draft.product.trim() }), unit: 'kg' }),
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
          Son {quantityWords(total, unit)} para todo el {values.rodeo_id ? 'rodeo' : 'lote'}
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
