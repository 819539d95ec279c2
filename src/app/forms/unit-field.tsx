import { useState } from 'react';
import { supplyUnits } from '#domain';
import { type FieldWords, SelectField, Stack, TextField } from '#ui';

interface UnitFieldProps extends Omit<FieldWords, 'label'> {
  /** One of the store room's units, or what was told before there was a list. Empty: nobody said. */
  readonly value: string;
  readonly onChange: (unit: string) => void;
  /** A unit in a person's own words, where nothing is counted in it yet. */
  readonly mayBeOther?: boolean;
  readonly disabled?: boolean;
}

const units = Object.entries(supplyUnits).map(([value, label]) => ({ value, label }));
/** What the list holds while the unit is told in words: no unit is called so. */
const other = 'Otra…';
const isListed = (unit: string): boolean => unit === '' || unit in supplyUnits;

/** What a quantity is counted in (domain.md §2.5): one list in every form. What is not in it stays as it was told. */
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
        // A word that begins like a unit of the list is still being written.
        onChange={(typed) => {
          setIsTelling(true);
          onChange(typed);
        }}
      />
    </Stack>
  );
};
