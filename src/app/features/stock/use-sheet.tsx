import { useState } from 'react';
import { addDays, type Asset, byId, unitWord } from '#domain';
import { assetConsumption } from '#domain/movements/kinds/supplies.ts';
import { useAssets, useFarm, useRodeos, useToday } from '#platform';
import { DraftSheet, failedAt, failureIn, type PartOf, written } from '#forms';
import { quantityWords, SupplySelect } from '#farm/supply-picker.tsx';
import {
  CheckField,
  ChipGroup,
  DateField,
  Notice,
  NumberField,
  noNumber,
  optionsOf,
  SelectField,
  TextField,
  typedNumber,
} from '#ui';
import { batchWords } from './words.ts';

const blank = {
  asset_id: '',
  date: '',
  quantity: noNumber,
  entry_kind: 'consumo' as 'consumo' | 'merma',
  rodeo_id: '',
  batch: '',
  reason: '',
  confirmed: false as boolean,
};
type UseDraft = Readonly<typeof blank>;

interface UseSheetProps {
  readonly asset: Asset | null;
  readonly onClose: () => void;
}

const bodyOf = (draft: UseDraft, item: Asset): Readonly<Record<string, unknown>> => ({
  date: draft.date,
  asset_id: item.id,
  name: item.name,
  unit: item.unit,
  quantity: typedNumber(draft.quantity) ?? undefined,
  entry_kind: draft.entry_kind,
  ...written({ rodeo_id: draft.rodeo_id, batch: draft.batch, reason: draft.reason }),
  ...(draft.confirmed && { confirmed: true }),
});

/** What the stock lacks: recorded all the same, once confirmed (domain.md §2.5). */
const shortOf = ({ quantity }: UseDraft, item: Asset | undefined): number =>
  item && typeof quantity === 'number' ? Math.max(0, Math.round((quantity - item.quantity) * 1000) / 1000) : 0;

/** Use or loss: a movement ASSET_CONSUMPTION. */
export const UseSheet = ({ asset, onClose }: UseSheetProps) => {
  const farm = useFarm();
  const today = useToday();
  const [isAsked, setAsked] = useState(false);
  const items = (useAssets() ?? []).map((view) => view.row);
  const chosen = (draft: UseDraft): Asset | undefined => byId(items, draft.asset_id);
  return (
    <DraftSheet
      title={asset ? `Consumo de ${asset.name}` : 'Consumo de insumo'}
      draftKey={`consumo ${asset?.id ?? ''}`}
      start={{ ...blank, asset_id: asset?.id ?? '', date: today }}
      saveLabel="Guardar consumo"
      onClose={onClose}
      save={async (values, draftKey) => {
        const item = chosen(values);
        if (!item) return failedAt('name', 'Ingresá el insumo');
        if (shortOf(values, item) > 0 && !values.confirmed) {
          setAsked(true);
          return failedAt('confirmed', 'No alcanza lo que figura: confirmá que se usó igual');
        }
        return failureIn(await farm.acts.recordMovement(assetConsumption.type, bodyOf(values, item), draftKey));
      }}
    >
      {(form) => (
        <UseFields
          form={form}

          items={items}
          fixed={asset !== null}
          today={today}
          asksToConfirm={isAsked || form.values.confirmed}
        />
      )}
    </DraftSheet>
  );
};

interface UseFieldsProps {
  readonly form: PartOf<UseDraft>;
  readonly items: readonly Asset[];
  readonly fixed: boolean;
  readonly today: string;
  readonly asksToConfirm: boolean;
}

const UseFields = ({ form, items, fixed, today, asksToConfirm }: UseFieldsProps) => {
  const { values, change, bind } = form;
  const item = byId(items, values.asset_id);
  const short = shortOf(values, item);
  return (
    <>
      {fixed ? null : (
        <SupplySelect
          label="Insumo"
          items={items}
          {...bind('asset_id', 'name')}
          onChange={(asset_id) => change({ asset_id, batch: '' })}
        />
      )}
      <NumberField
        label="Cantidad"
        {...(item && { unit: unitWord(item.unit), hint: `Hay ${quantityWords(item.quantity, item.unit)}.` })}
        {...bind('quantity')}
        onChange={(quantity) => change({ quantity, confirmed: false })}
      />
      {item && short > 0 ? (
        <Notice tone="warn" role="status">
          Queda en 0; faltan {quantityWords(short, item.unit)} por justificar.
        </Notice>
      ) : null}
      {short > 0 && asksToConfirm ? (
        <CheckField label="Registrar aunque no alcance el stock" {...bind('confirmed')} />
      ) : null}
      <ChipGroup label="Concepto" {...bind('entry_kind')} options={{ consumo: 'Consumo', merma: 'Merma' }} />
      <DateField label="Fecha" today={today} max={addDays(today, 1)} {...bind('date')} />
      <WhereAndWhy bind={bind} item={item} />
    </>
  );
};

interface WhereAndWhyProps extends Pick<PartOf<UseDraft>, 'bind'> {
  readonly item: Asset | undefined;
}

const WhereAndWhy = ({ bind, item }: WhereAndWhyProps) => {
  const rodeos = useRodeos() ?? [];
  const [first] = item?.batches ?? [];
  return (
    <>
      {rodeos.length > 0 ? (
        <SelectField
          label="Rodeo"
          optional
          options={optionsOf(rodeos.map(({ rodeo }) => rodeo))}
          {...bind('rodeo_id')}
        />
      ) : null}
      {item && first ? (
        <SelectField
          label="Partida"
          optional
          placeholder={`La que vence primero: ${first.number}`}
          options={item.batches.map((batch) => ({
            value: batch.number,
            label: `${batchWords(batch)} (${quantityWords(batch.quantity, item.unit)})`,
          }))}
          {...bind('batch')}
        />
      ) : null}
      <TextField label="Motivo" optional maxLength={120} {...bind('reason')} />
    </>
  );
};
