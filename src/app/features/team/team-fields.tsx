import { formatPhone, normalizePhone } from '#domain';
import { TextField, type TextFieldProps } from '#ui';

/** About somebody else: no autofill. */
export const TeamText = (props: TextFieldProps) => <TextField autoComplete="off" {...props} />;

type Bound = Pick<TextFieldProps, 'id' | 'value' | 'onChange' | 'error'>;

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

/** Optional phone; the hint shows how it is understood. */
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

export const typedPhone = (text: string): string | null => (text.trim() === '' ? null : text);
