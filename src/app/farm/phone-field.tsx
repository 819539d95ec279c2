import { accountSentences } from '#contract/sentences-account.ts';
import { formatPhone, normalizePhone } from '#domain/people/phone.ts';
import { TextField, type TextFieldProps } from '#ui/text-field.tsx';

/** A phone number; the hint shows how it will be stored. */
export const PhoneField = (props: Omit<TextFieldProps, 'label'> & { readonly label?: string }) => {
  const phone = normalizePhone(props.value);
  return (
    <TextField
      label="Celular"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      hint={phone ? `Queda como ${formatPhone(phone)}` : accountSentences.phoneHint}
      {...props}
    />
  );
};
