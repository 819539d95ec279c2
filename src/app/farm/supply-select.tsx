import { type Asset, compareNames, formatNumber, unitWord } from '#domain';
import { SelectField, type SelectFieldProps } from '#ui';

/** Decimals of a quantity: stock is kept in thousandths. */
const decimals = 3;

/** `12 dosis`, `1.200,5 kg`. */
export const quantityWords = (quantity: number, unit: string): string =>
  `${formatNumber(quantity, decimals)} ${unitWord(unit, quantity)}`;

interface SupplySelectProps extends Omit<SelectFieldProps, 'options'> {
  readonly items: readonly Asset[];
  readonly other?: string;
}

/** The answer for an item that is not in the list. */
export const otherSupply = 'otro';

/** One item of the store room, with what there is of it. */
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
