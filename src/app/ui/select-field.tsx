import { ChevronDown } from 'lucide-react';
import type { Ref } from 'react';
import { Field, type FieldWords } from './field.tsx';
import styles from './field.module.css';
import { listed, type Options } from './options.ts';

interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

export interface SelectFieldProps extends FieldWords {
  readonly options: Options<string, SelectOption>;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  /** Offers the empty choice without saying "opcional". */
  readonly isFilter?: boolean;
  readonly name?: string;
  readonly disabled?: boolean;
  readonly ref?: Ref<HTMLSelectElement>;
}

/** The system's picker: big and known to everybody. */
export const SelectField = (props: SelectFieldProps) => {
  const { label, hint, error, optional, id, options, value, onChange, placeholder = 'Elegir…', ...others } = props;
  const { isFilter = false, ...rest } = others;
  return (
    <Field {...{ label, hint, error, optional, id }}>
      {(control) => (
        <div className={styles.selectBox}>
          <select
            {...rest}
            {...control}
            className={styles.control}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          >
            {optional || isFilter || value === '' ? <option value="">{placeholder}</option> : null}
            {listed<string, SelectOption>(options).map((option: SelectOption) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown />
        </div>
      )}
    </Field>
  );
};
