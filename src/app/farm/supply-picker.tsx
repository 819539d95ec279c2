import type { ReactNode } from 'react';
import { type Asset, byId, compareNames, formatNumber, unitWord } from '#domain';
import { type PartOf, UnitField, written } from '#forms';
import { DateField, NumberField, noNumber, SelectField, type SelectFieldProps, TextField, typedNumber } from '#ui';

const blankSupply = { asset_id: '', name: '', unit: '', quantity: noNumber, batch: '', expires: '' };

/** A supply that comes in: one that is there, or a new one by name and unit; how much, in which batch. */
export type SupplyLine = Readonly<typeof blankSupply>;

/** A line of nothing yet, or of an item that is known. */
export const supplyLine = (asset_id = ''): SupplyLine => ({ ...blankSupply, asset_id });

type BatchOf = Pick<SupplyLine, 'batch' | 'expires'>;

export const batchBody = ({ batch, expires }: BatchOf): Readonly<Record<string, string>> =>
  batch.trim() ? { batch: batch.trim(), ...(expires && { expires }) } : {};

/** A line as a movement's call takes it; what is missing gets the sentence of its field. */
export function supplyBody(line: SupplyLine, items: readonly Asset[]): Readonly<Record<string, unknown>> {
  const { name, unit } = line;
  const item = byId(items, line.asset_id);
  return {
    ...(item ? { asset_id: item.id, name: item.name, unit: item.unit } : written({ name, unit })),
    ...batchBody(line),
    quantity: typedNumber(line.quantity) ?? undefined,
  };
}

interface SupplyFieldsProps extends PartOf<SupplyLine> {
  readonly items: readonly Asset[];
  readonly today: string;
  /** What is said of an item that is not in the list. */
  readonly other: string;
  /** The item is given: it is not asked. */
  readonly isGiven?: boolean;
  /** Fields between the quantity and its batch. */
  readonly children?: ReactNode;
}

/** Which supply, how much of it, and in which batch. */
export const SupplyFields = ({ items, today, other, isGiven = false, children, ...part }: SupplyFieldsProps) => {
  const { values, bind } = part;
  const unit = byId(items, values.asset_id)?.unit ?? values.unit;
  return (
    <>
      {isGiven ? null : <WhichSupply {...part} items={items} other={other} />}
      <NumberField label="Cantidad" {...(unit && { unit: unitWord(unit) })} {...bind('quantity')} />
      {children}
      <BatchFields {...part} today={today} />
    </>
  );
};

const WhichSupply = (props: PartOf<SupplyLine> & Pick<SupplyFieldsProps, 'items' | 'other'>) => {
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

/** Asks for the day of expiry once a batch is named. */
export const BatchFields = ({ values, today, bind }: PartOf<BatchOf> & { readonly today: string }) => (
  <>
    <TextField label="Partida" optional maxLength={40} {...bind('batch')} />
    {values.batch.trim() ? (
      <DateField label="Vencimiento" optional shortcuts={false} today={today} {...bind('expires')} />
    ) : null}
  </>
);

/** Stock is kept in thousandths. */
const decimals = 3;

/** `12 dosis`, `1.200,5 kg`. */
export const quantityWords = (quantity: number, unit: string): string =>
  `${formatNumber(quantity, decimals)} ${unitWord(unit, quantity)}`;

interface SupplySelectProps extends Omit<SelectFieldProps, 'options'> {
  readonly items: readonly Asset[];
  readonly other?: string;
}

/** The value of an unlisted item. */
export const otherSupply = 'otro';

/** One item of the store room, with its stock. */
export const SupplySelect = ({ items, other, ...rest }: SupplySelectProps) => (
  <SelectField
    {...rest}
    options={[
      ...items
        .toSorted((a, b) => compareNames(a.name, b.name))
        .map((item) => ({ value: item.id, label: `${item.name} (${quantityWords(item.quantity, item.unit)})` })),
      ...(other ? [{ value: otherSupply, label: other }] : []),
    ]}
  />
);
