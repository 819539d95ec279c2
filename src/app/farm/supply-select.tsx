import { type Asset, compareNames, formatNumber, unitWord } from '#domain';
import { SelectField, type SelectFieldProps } from '#ui';

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
