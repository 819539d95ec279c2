import { formatPhone, normalizePhone } from '#domain';
import { TextField, type TextFieldProps } from '#ui';

/** A line of text about somebody else: what the browser knows of whoever types it is not offered. */
export const TeamText = (props: TextFieldProps) => <TextField autoComplete="off" {...props} />;

type Bound = Pick<TextFieldProps, 'id' | 'value' | 'onChange' | 'error'>;

/** The address by which somebody is going to come in. */
export const MailText = (bound: Bound) => (
  <TeamText
    label="Correo electrónico"
    hint="Con este correo va a ingresar"
    type="email"
    inputMode="email"
    autoCapitalize="none"
    {...bound}
  />
);

/** Somebody's telephone, which may be left out; it says how what is typed is understood. */
export const PhoneText = (bound: Bound) => {
  const phone = normalizePhone(bound.value);
  return (
    <TeamText
      label="Celular"
      optional
      hint={phone ? `Queda como ${formatPhone(phone)}` : 'Con código de área, sin 0 ni 15'}
      type="tel"
      inputMode="tel"
      {...bound}
    />
  );
};

/** What is typed as a telephone; nothing typed is none. */
export const typedPhone = (text: string): string | null => (text.trim() === '' ? null : text);
