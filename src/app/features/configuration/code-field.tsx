import type { Form } from '../../frame/use-form.ts';
import { TextField } from '../../ui/text-field.tsx';

/** The six figures that were sent; the phone offers to fill them in. */
export const CodeField = ({ form }: { readonly form: Pick<Form<'code'>, 'values' | 'set' | 'errorOf'> }) => (
  <TextField
    label="Código"
    hint="Son 6 números y valen 10 minutos"
    inputMode="numeric"
    autoComplete="one-time-code"
    value={form.values.code}
    onChange={(text) => form.set('code', text)}
    error={form.errorOf('code')}
  />
);
