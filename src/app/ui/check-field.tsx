import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

export interface CheckFieldProps {
  readonly label: ReactNode;
  readonly hint?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly id?: string;
}

/** Drawn by us: the phone's own box is too small and pale in the sun (ux.md §2.6). */
export const CheckField = ({ label, hint, checked, onChange, disabled, id }: CheckFieldProps) => {
  const own = useId();
  const base = id ?? own;
  return (
    <label className={styles.choice} htmlFor={base}>
      <span className={styles.boxArea}>
        <input
          id={base}
          type="checkbox"
          className={styles.box}
          checked={checked}
          disabled={disabled}
          aria-describedby={hint ? `${base}-hint` : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <Check size={26} strokeWidth={3} />
      </span>
      <span className={styles.choiceWords}>
        {label}
        {hint ? (
          <span id={`${base}-hint`} className={styles.hint}>
            <br />
            {hint}
          </span>
        ) : null}
      </span>
    </label>
  );
};
