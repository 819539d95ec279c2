import { formatPhone, normalizePhone } from '../../../domain/people/phone.ts';
import type { Form } from '../../frame/use-form.ts';
import { TextField, type TextFieldProps } from '../../ui/text-field.tsx';

interface TeamTextProps<Name extends string> extends Omit<
  TextFieldProps,
  'value' | 'onChange' | 'error' | 'form' | 'name'
> {
  readonly form: Form<Name>;
  readonly name: Name;
}

/** A line of text about somebody else: what the browser knows of whoever types it is not offered. */
export const TeamText = <Name extends string>({ form, name, ...rest }: TeamTextProps<Name>) => (
  <TextField
    autoComplete="off"
    {...rest}
    value={form.values[name]}
    onChange={(text) => form.set(name, text)}
    error={form.errorOf(name)}
  />
);

interface OfForm<Name extends string> {
  readonly form: Form<Name>;
}

/** The address by which somebody is going to come in. */
export const MailText = <Name extends string>({ form }: OfForm<Name | 'email'>) => (
  <TeamText
    form={form}
    name="email"
    label="Correo electrónico"
    hint="Con este correo va a ingresar"
    type="email"
    inputMode="email"
    autoCapitalize="none"
  />
);

/** Somebody's telephone, which may be left out; it says how what is typed is understood. */
export const PhoneText = <Name extends string>({ form }: OfForm<Name | 'phone'>) => {
  const phone = normalizePhone(form.values.phone);
  return (
    <TeamText
      form={form}
      name="phone"
      label="Celular"
      optional
      hint={phone ? `Queda como ${formatPhone(phone)}` : 'Con código de área, sin 0 ni 15'}
      type="tel"
      inputMode="tel"
    />
  );
};

/** What is typed as a telephone; nothing typed is none. */
export const typedPhone = (text: string): string | null => (text.trim() === '' ? null : text);
