import { Button } from '../ui/button.tsx';
import { FormErrorSummary } from '../ui/form-error-summary.tsx';
import { Notice } from '../ui/notice.tsx';
import type { KeptForm } from './kept-form.ts';

export interface FormHeadProps {
  readonly form: Pick<KeptForm<object>, 'restored' | 'startOver' | 'failed' | 'issues' | 'attempt'>;
  /** The id of a field by the first word of its path: what a line of the summary leads to. */
  readonly fieldId: (path: string) => string;
}

/** What a form says above its fields: that it was found half-typed, why it was not saved, which fields to look at. */
export const FormHead = ({ form, fieldId }: FormHeadProps) => (
  <>
    {form.restored ? (
      <Notice
        action={
          <Button compact onClick={form.startOver}>
            Empezar de nuevo
          </Button>
        }
      >
        Recuperamos lo que estabas cargando
      </Notice>
    ) : null}
    {form.failed ? (
      <Notice tone="danger" role="alert" title="No se pudo guardar. Reintentar">
        {form.failed}
      </Notice>
    ) : null}
    <FormErrorSummary
      attempt={form.attempt}
      errors={form.issues.map(({ path, message }) => ({ fieldId: fieldId(path), message }))}
    />
  </>
);
