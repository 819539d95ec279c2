import type { PartOf } from '#forms';
import { TextField } from '#ui';

/** The six digits that were sent; the phone offers to fill them in. */
export const CodeField = ({ form }: { readonly form: PartOf<{ readonly code: string }> }) => (
  <TextField
    label="Código"
    hint="Son 6 números y valen 10 minutos"
    inputMode="numeric"
    autoComplete="one-time-code"
    {...form.bind('code')}
  />
);
