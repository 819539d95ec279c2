import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

export interface FieldWords {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong and what to do; marks the control as invalid. */
  readonly error?: string;
  /** Adds "(opcional)". */
  readonly optional?: boolean;
  /** Target of a `FormErrorSummary`. */
  readonly id?: string;
}

/** Ties label, hint and error to a control. */
interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-errormessage': string | undefined;
}

export interface FieldProps extends FieldWords {
  readonly children: (control: ControlProps) => ReactNode;
  /** Beside the label. */
  readonly aside?: ReactNode;
}

/** Label, hint and error around one control. */
export const Field = ({ label, hint, error, optional, id, aside, children }: FieldProps) => {
  const own = useId();
  const base = id ?? own;
  const describedBy = [hint ? `${base}-hint` : null, error ? `${base}-error` : null].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <div className={styles.top}>
        <label htmlFor={base} className={styles.label}>
          {label}
          {optional ? <span className={styles.optional}> (opcional)</span> : null}
        </label>
        {aside}
      </div>
      {hint ? (
        <p id={`${base}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      {children({
        id: base,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
        'aria-errormessage': error ? `${base}-error` : undefined,
      })}
      {error ? (
        <p id={`${base}-error`} className={styles.error}>
          <TriangleAlert size={20} />
          <span>{error}</span>
        </p>
      ) : null}
    </div>
  );
};
