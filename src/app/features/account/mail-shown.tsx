import { TextField } from '#ui/text-field.tsx';

const fixed = (): void => undefined;

/** Whose password is being chosen; password managers read it here. */
export const MailShown = ({ email }: { readonly email: string }) => (
  <TextField label="Correo electrónico" type="email" autoComplete="username" readOnly value={email} onChange={fixed} />
);
