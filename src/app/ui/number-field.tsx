import { type Ref, useState } from 'react';
import { Chip } from './chip.tsx';
import { Field, type FieldWords } from './field.tsx';
import styles from './field.module.css';
import { heldNumberText, type NumberReading, readNumberText } from './number-text.ts';

/** Text that is no number yet is kept for the draft. */
export type NumberFieldValue = number | string | null;

/** Of an empty form. */
export const noNumber = null as NumberFieldValue;

export interface NumberFieldProps extends FieldWords {
  readonly value: NumberFieldValue;
  readonly onChange: (value: NumberFieldValue) => void;
  readonly unit?: string;
  readonly name?: string;
  readonly disabled?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

const settle = (text: string, reading: NumberReading): NumberFieldValue =>
  typeof reading === 'string' ? text : reading;

/** A decimal, comma or dot. Asks what `1.234` means (ux.md §5.4). */
export const NumberField = (props: NumberFieldProps) => {
  const { value, onChange, unit, name, disabled, ref } = props;
  const [text, setText] = useState(heldNumberText(value));
  const reading = readNumberText(text);
  const held = heldNumberText(value);
  // Follows a value set outside (a draft, a reset), but keeps half-typed text.
  if (value !== settle(text, reading) && text !== held) setText(held);

  const change = (typed: string): void => {
    setText(typed);
    onChange(settle(typed, readNumberText(typed)));
  };
  const suffix = unit ? ` ${unit}` : '';
  const asDecimal = text.trim().replace('.', ',');
  const asWhole = text.trim().replaceAll('.', '');
  return (
    <Field {...props}>
      {(control) => (
        <>
          <div className={unit ? styles.withUnit : undefined}>
            <input
              {...control}
              ref={ref}
              name={name}
              disabled={disabled}
              className={styles.control}
              inputMode="decimal"
              autoComplete="off"
              value={text}
              onChange={(event) => change(event.target.value)}
            />
            {unit ? <span className={styles.unit}>{unit}</span> : null}
          </div>
          {reading === 'ambiguous' ? (
            <div className={styles.ambiguous} role="group" aria-label="¿Cuál de los dos?">
              <Chip pressed={false} onPress={() => change(asWhole)}>{`${text.trim()}${suffix}`}</Chip>
              <span>o</span>
              <Chip pressed={false} onPress={() => change(asDecimal)}>{`${asDecimal}${suffix}`}</Chip>
            </div>
          ) : null}
        </>
      )}
    </Field>
  );
};
