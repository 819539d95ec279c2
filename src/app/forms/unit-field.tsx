import { useState } from 'react';
import { supplyUnits } from '#domain';
import { type FieldWords, listed, SelectField, Stack, TextField } from '#ui';

interface UnitFieldProps extends Omit<FieldWords, 'label'> {
  /** A listed unit, or an older free text. Empty: none. */
  readonly value: string;
  readonly onChange: (unit: string) => void;
  /** Allows free text, while nothing is counted in it. */
  readonly mayBeOther?: boolean;
  readonly disabled?: boolean;
}

const units = listed(supplyUnits);
/** The option for free text: no unit is called so. */
const other = 'Otra…';
const isListed = (unit: string): boolean => unit === '' || unit in supplyUnits;

/** The unit of a quantity (domain.md §2.5). An unlisted one stays. */
export const UnitField = ({ value, onChange, mayBeOther = false, disabled = false, ...words }: UnitFieldProps) => {
  const [isTelling, setIsTelling] = useState(false);
  const isOther = mayBeOther && (isTelling || !isListed(value));
  const unlisted = isListed(value) || mayBeOther ? [] : [{ value, label: value }];
  const select = (
    <SelectField
      {...words}
      label="Unidad"
      options={[...units, ...unlisted, ...(mayBeOther ? [{ value: other, label: 'Otra' }] : [])]}
      value={isOther ? other : value}
      disabled={disabled}
      onChange={(chosen) => {
        setIsTelling(chosen === other);
        onChange(chosen === other ? '' : chosen);
      }}
    />
  );
  if (!isOther) return select;
  return (
    <Stack>
      {select}
      <TextField
        label="Otra unidad"
        maxLength={20}
        value={value}
        // A word may begin like a listed unit.
        onChange={(typed) => {
          setIsTelling(true);
          onChange(typed);
        }}
      />
    </Stack>
  );
};
