import { TextField } from '#ui/text-field.tsx';

const fixed = (): void => undefined;

/** Read-only; password managers read it. */
export const MailShown = ({ email }: { readonly email: string }) => (
  <TextField label="Correo electrónico" type="email" autoComplete="username" readOnly value={email} onChange={fixed} />
);
