import { type ReactNode, useEffect, useState } from 'react';
import { type FormFailure, FormHead, type FormOf, PageForm, useDraft, useDraftOnce, useForm } from '#forms';
import { Button, Skeleton, Stack } from '#ui';
import { useFarmStatus } from '#platform';
import styles from './start.module.css';

interface AgainFormProps<V extends object> {
  readonly draftKey: string;
  readonly start: V;
  readonly saveLabel: string;
  readonly isMain: boolean;
  /** Path of the field focused for the next one. */
  readonly first: string;
  readonly save: (values: V, draftKey: string) => Promise<FormFailure | null>;
  readonly children: (form: FormOf<V>) => ReactNode;
}

/** A form for several things in a row: saving clears it and focuses its first field. */
export const AgainForm = <V extends object>(props: AgainFormProps<V>) => {
  const draft = useDraftOnce(props.draftKey);
  const [saves, setSaves] = useState(0);
  if (draft === undefined) return <Skeleton rows={2} />;
  const after = { saves, onSaved: () => setSaves(saves + 1) };
  return <OneForm key={saves} {...props} {...after} draft={saves === 0 ? draft : null} />;
};

interface OneFormProps<V extends object> extends AgainFormProps<V> {
  readonly draft: Readonly<Record<string, unknown>> | null;
  readonly saves: number;
  readonly onSaved: () => void;
}

const OneForm = <V extends object>(props: OneFormProps<V>) => {
  const { draftKey, start, draft, saves, first, save, onSaved, saveLabel, isMain, children } = props;
  const form = useForm({
    start,
    keeping: useDraft(draftKey, draft),
    save: async (values) => {
      const failed = await save(values, draftKey);
      if (!failed) onSaved();
      return failed;
    },
  });
  const firstId = form.fieldId(first);
  useEffect(() => {
    if (saves > 0) document.getElementById(firstId)?.focus();
  }, [saves, firstId]);
  return (
    <PageForm onSubmit={form.submit}>
      <Stack>
        <FormHead form={form} />
        {children(form)}
        <Button type="submit" variant={isMain ? 'primary' : 'default'} wide busy={form.busy}>
          {saveLabel}
        </Button>
      </Stack>
    </PageForm>
  );
};

/** What was saved last, and whether only on this device (ux.md §5.3). */
export function useSaid() {
  const { reach } = useFarmStatus();
  const [said, setSaid] = useState('');
  const kept = reach === 'reachable' ? 'Guardado' : 'Guardado en este celular';
  return { said, say: (what: string): void => setSaid(`${kept}: ${what}`) };
}

export const Said = ({ words }: { readonly words: string }) => (
  <p role="status" className={styles.said}>
    {words}
  </p>
);
