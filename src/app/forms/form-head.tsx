import { useEffect, useRef, useState } from 'react';
import { Button, FormErrorSummary, Notice } from '#ui';
import styles from './form-head.module.css';
import type { FormOf } from './use-form.ts';

export interface FormHeadProps {
  readonly form: Pick<FormOf<object>, 'restored' | 'startOver' | 'message' | 'issues' | 'attempt' | 'fieldId'>;
  /** Overrides the target of a summary line. */
  readonly fieldId?: (path: string) => string;
}

/** Above the fields: a found draft, a failed save, the fields to correct. */
export const FormHead = ({ form, fieldId = form.fieldId }: FormHeadProps) => (
  <>
    {form.restored ? <FoundDraft onStartOver={form.startOver} /> : null}
    {form.message ? <Failed message={form.message} attempt={form.attempt} /> : null}
    <FormErrorSummary
      attempt={form.attempt}
      errors={form.issues.map(({ path, message }) => ({ fieldId: fieldId(path), message }))}
    />
  </>
);

interface FailedProps {
  readonly message: string;
  readonly attempt: number;
}

/** Comes into sight at each failed save: who presses at the end of a long form does not see its head. */
const Failed = ({ message, attempt }: FailedProps) => {
  const here = useRef<HTMLDivElement>(null);
  useEffect(() => {
    here.current?.scrollIntoView({ block: 'nearest' });
  }, [attempt]);
  return (
    <div ref={here}>
      <Notice tone="danger" role="alert" title="No se pudo guardar. Reintentar">
        {message}
      </Notice>
    </div>
  );
};

/** One line, so that the number stays in sight. */
const FoundDraft = ({ onStartOver }: { readonly onStartOver: () => void }) => {
  const [isSeen, setSeen] = useState(false);
  return isSeen ? null : (
    <div className={styles.found} role="group" aria-label="Borrador">
      <span className={styles.whole}>Recuperamos lo que estabas cargando</span>
      <span className={styles.short} aria-hidden>
        Recuperado
      </span>
      <Button compact onClick={onStartOver}>
        Empezar de nuevo
      </Button>
      <Button compact onClick={() => setSeen(true)}>
        Seguir
      </Button>
    </div>
  );
};
