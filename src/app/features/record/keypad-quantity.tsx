import { useState } from 'react';
import { Chip, classes, heldNumberText, Keypad, readNumberText, writeNumberText } from '#ui';
import { formatNumber } from '#domain';
import styles from './record.module.css';
import type { FormNumber } from './values.ts';

interface KeypadQuantityProps {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  readonly chips: readonly number[];
  readonly max: number;
  readonly value: FormNumber;
  readonly onChange: (value: FormNumber) => void;
  readonly onDone: () => void;
  readonly error?: string | undefined;
}

const settled = (text: string): FormNumber => {
  const reading = readNumberText(text.replace(/,$/, ''));
  return typeof reading === 'string' ? text : reading;
};

/** A figure from chips or our own keypad, without the phone's keyboard (ux.md §1.3). */
export const KeypadQuantity = (props: KeypadQuantityProps) => {
  const { id, label, unit, chips, max, value, onChange, onDone, error } = props;
  const [text, setText] = useState(heldNumberText(value));
  const held = heldNumberText(value);
  // Follows outside changes (draft, reset) but keeps half-typed text ("2,").
  if (value !== settled(text) && text !== held) setText(held);
  const type = (next: string): void => {
    setText(next);
    onChange(settled(next));
  };
  return (
    <div id={id} tabIndex={-1} role="group" aria-label={label} className={classes(styles.quantity, styles.number)}>
      <Keypad
        label={label}
        labelHidden
        unit={unit}
        decimals={1}
        maxDigits={String(Math.trunc(max)).length}
        value={text}
        onChange={type}
        onDone={onDone}
        usual={
          <div className={styles.usual} role="group" aria-label={`${label} de siempre`}>
            {chips.map((chip) => (
              <Chip key={chip} pressed={value === chip} onPress={() => type(writeNumberText(chip))}>
                {formatNumber(chip)}
              </Chip>
            ))}
          </div>
        }
      />
      {error ? <p className={styles.error}>{error}</p> : null}
    </div>
  );
};
