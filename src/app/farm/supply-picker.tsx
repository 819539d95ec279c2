import type { Asset } from '#domain';
import { type PartOf, UnitField } from '#forms';
import { otherSupply, SupplySelect } from './supply-select.tsx';
import { DateField, TextField } from '#ui';

/** An existing item, or a new one. */
export interface NamedDraft {
  readonly asset_id: string;
  readonly name: string;
  readonly unit: string;
}

interface WhichSupplyProps extends PartOf<NamedDraft> {
  readonly items: readonly Asset[];
  readonly other: string;
}

export const WhichSupply = (props: WhichSupplyProps) => {
  const { values, items, other, fieldId, errorOf, bind, change } = props;
  const isNew = values.asset_id === otherSupply;
  return (
    <>
      <SupplySelect
        id={fieldId(isNew ? 'asset_id' : 'name')}
        label="Insumo"
        items={items}
        other={other}
        value={values.asset_id}
        onChange={(asset_id) => change({ asset_id, name: '', unit: '' })}
        {...(isNew ? {} : errorOf('name'))}
      />
      {isNew ? (
        <>
          <TextField label="Nombre" maxLength={80} {...bind('name')} />
          <UnitField {...bind('unit')} />
        </>
      ) : null}
    </>
  );
};

/** The body's part for `WhichSupply`; missing values are refused at their fields. */
export function namedBody(draft: NamedDraft, items: readonly Asset[]): Readonly<Record<string, string>> {
  const item = items.find((one) => one.id === draft.asset_id);
  if (item) return { asset_id: item.id, name: item.name, unit: item.unit };
  return { ...(draft.name.trim() && { name: draft.name.trim() }), ...(draft.unit && { unit: draft.unit }) };
}

export interface BatchOf {
  readonly batch: string;
  readonly expires: string;
}

export const batchBody = ({ batch, expires }: BatchOf): Readonly<Record<string, string>> =>
  batch.trim() ? { batch: batch.trim(), ...(expires && { expires }) } : {};

/** Asks for the expiry once a batch is named. */
export const BatchFields = (props: PartOf<BatchOf> & { readonly today: string }) => {
  const { values, today, bind } = props;
  return (
    <>
      <TextField label="Partida" optional maxLength={40} {...bind('batch')} />
      {values.batch.trim() ? (
        <DateField label="Vencimiento" optional shortcuts={false} today={today} {...bind('expires')} />
      ) : null}
    </>
  );
};
