import { limits } from '#domain/limits.ts';
import { PasswordField, type PasswordFieldProps } from '#ui/password-field.tsx';
import { TextField, type TextFieldProps } from '#ui/text-field.tsx';

type Bound = Pick<TextFieldProps, 'id' | 'value' | 'onChange' | 'error'>;

export const MailField = (props: Bound & Pick<TextFieldProps, 'optional' | 'hint' | 'autoComplete'>) => (
  <TextField
    label="Correo electrónico"
    type="email"
    inputMode="email"
    autoComplete="username"
    autoCapitalize="none"
    {...props}
  />
);

/** A fixed user name, for password managers to read. */
export const ShownName = (props: Pick<TextFieldProps, 'label' | 'hint' | 'type' | 'value'>) => (
  <TextField autoComplete="username" readOnly onChange={() => undefined} {...props} />
);

export const MailShown = ({ email }: { readonly email: string }) => (
  <ShownName label="Correo electrónico" type="email" value={email} />
);

export const NewPassword = (props: Bound & Partial<Pick<PasswordFieldProps, 'label'>>) => (
  <PasswordField
    label="Contraseña"
    hint={`Al menos ${limits.passwordMinLength} caracteres`}
    autoComplete="new-password"
    {...props}
  />
);
