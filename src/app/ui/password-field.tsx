import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import styles from './field.module.css';
import type { TextFieldProps } from './text-field.tsx';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'autoComplete'> {
  /** For password managers (WCAG 3.3.8). */
  readonly autoComplete: 'current-password' | 'new-password';
}

/** Can be shown: gloves and sun make blind typing hopeless. */
export const PasswordField = ({ label, hint, error, optional, id, value, onChange, ...rest }: PasswordFieldProps) => {
  const [visible, setVisible] = useState(false);
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      id={id}
      aside={
        <Button
          variant="quiet"
          compact
          icon={visible ? <EyeOff /> : <Eye />}
          aria-label={`${visible ? 'Ocultar' : 'Ver'}: ${label}`}
          onClick={() => setVisible(!visible)}
        >
          {visible ? 'Ocultar' : 'Ver'}
        </Button>
      }
    >
      {(control) => (
        <input
          {...rest}
          {...control}
          type={visible ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className={styles.control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
};
