import type { Asset } from '../../domain/supplies/asset.ts';
import { otherSupply, SupplySelect } from './supply-select.tsx';
import { UnitField } from './unit-field.tsx';
import { DateField } from '../ui/date-field.tsx';
import { TextField } from '../ui/text-field.tsx';

/** What a part of a form is told: where its fields are found, and what is wrong with them. */
export interface PartProps<Values> {
  readonly values: Values;
  readonly fieldId: (name: string) => string;
  readonly errorOf: (name: string) => { readonly error?: string };
  readonly onChange: (changes: Partial<Values>) => void;
}

/** An item that is there, or a new one by its name and unit. */
export interface NamedDraft {
  readonly asset_id: string;
  readonly name: string;
  readonly unit: string;
}

interface WhichSupplyProps extends PartProps<NamedDraft> {
  readonly items: readonly Asset[];
  /** The words of the answer for an item that is not in the list. */
  readonly other: string;
}

/** Which item a line is about. */
export const WhichSupply = (props: WhichSupplyProps) => {
  const { values, items, other, fieldId, errorOf, onChange } = props;
  const isNew = values.asset_id === otherSupply;
  return (
    <>
      <SupplySelect
        id={fieldId(isNew ? 'asset_id' : 'name')}
        label="Insumo"
        items={items}
        other={other}
        value={values.asset_id}
        onChange={(asset_id) => onChange({ asset_id, name: '', unit: '' })}
        {...(isNew ? {} : errorOf('name'))}
      />
      {isNew ? (
        <>
          <TextField
            id={fieldId('name')}
            label="Nombre"
            maxLength={80}
            value={values.name}
            onChange={(name) => onChange({ name })}
            {...errorOf('name')}
          />
          <UnitField
            id={fieldId('unit')}
            value={values.unit}
            onChange={(unit) => onChange({ unit })}
            {...errorOf('unit')}
          />
        </>
      ) : null}
    </>
  );
};

/** How a movement's call names what `WhichSupply` holds; what is missing gets the sentence of its field. */
export function namedBody(draft: NamedDraft, items: readonly Asset[]): Readonly<Record<string, string>> {
  const item = items.find((one) => one.id === draft.asset_id);
  if (item) return { asset_id: item.id, name: item.name, unit: item.unit };
  return { ...(draft.name.trim() && { name: draft.name.trim() }), ...(draft.unit && { unit: draft.unit }) };
}

/** The batch that came in, and when it expires. */
export interface BatchOf {
  readonly batch: string;
  readonly expires: string;
}

export const batchBody = ({ batch, expires }: BatchOf): Readonly<Record<string, string>> =>
  batch.trim() ? { batch: batch.trim(), ...(expires && { expires }) } : {};

/** Asks for the day of expiry once a batch is named. */
export const BatchFields = (props: PartProps<BatchOf> & { readonly today: string }) => {
  const { values, today, fieldId, errorOf, onChange } = props;
  return (
    <>
      <TextField
        id={fieldId('batch')}
        label="Partida"
        optional
        maxLength={40}
        value={values.batch}
        onChange={(batch) => onChange({ batch })}
        {...errorOf('batch')}
      />
      {values.batch.trim() ? (
        <DateField
          id={fieldId('expires')}
          label="Vencimiento"
          optional
          shortcuts={false}
          today={today}
          value={values.expires}
          onChange={(expires) => onChange({ expires })}
          {...errorOf('expires')}
        />
      ) : null}
    </>
  );
};
