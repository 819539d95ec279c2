import { Eye, EyeOff, Search } from 'lucide-react';
import { type InputHTMLAttributes, type Ref, type TextareaHTMLAttributes, useState } from 'react';
import { Field, type FieldWords } from './field.tsx';
import styles from './field.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';
import { Button } from './button.tsx';

type Inherited = 'value' | 'onChange' | 'id' | 'className';

export interface TextFieldProps extends FieldWords, Omit<InputHTMLAttributes<HTMLInputElement>, Inherited> {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** One line of text; takes an input's props. */
export const TextField = ({ label, hint, error, optional, id, value, onChange, ...rest }: TextFieldProps) => (
  <Field {...{ label, hint, error, optional, id }}>
    {(control) => (
      <input
        {...rest}
        {...control}
        className={styles.control}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
);

interface SearchFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, Inherited> {
  /** Shown as placeholder, always read. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Filters the list below; 48 px, to keep that in sight. */
export const SearchField = ({ label, value, onChange, ...rest }: SearchFieldProps) => (
  <label className={styles.search}>
    <VisuallyHidden>{label}</VisuallyHidden>
    <Search size={22} />
    <input
      {...rest}
      type="search"
      placeholder={label}
      className={styles.control}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </label>
);

export interface TextAreaProps extends FieldWords, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, Inherited> {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text. */
export const TextArea = ({ label, hint, error, optional, id, value, onChange, rows = 3, ...rest }: TextAreaProps) => (
  <Field {...{ label, hint, error, optional, id }}>
    {(control) => (
      <textarea
        {...rest}
        {...control}
        rows={rows}
        className={styles.control}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
);

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'autoComplete'> {
  /** For password managers (WCAG 3.3.8). */
  readonly autoComplete?: 'current-password' | 'new-password';
}

/** Can be shown: gloves and sun make blind typing hopeless. */
export const PasswordField = (props: PasswordFieldProps) => {
  const { label, hint, error, optional, id, value, onChange, autoComplete = 'current-password', ...rest } = props;
  const [visible, setVisible] = useState(false);
  return (
    <Field
      {...{ label, hint, error, optional, id }}
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
          autoComplete={autoComplete}
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
