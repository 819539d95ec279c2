import { type ReactNode, useEffect, useId, useState } from 'react';
import { useDraftOnce } from '../../frame/drafts.ts';
import { FormHead } from '../../frame/form-head.tsx';
import { type FormFailure, type KeptForm, useKeptForm } from '../../frame/kept-form.ts';
import { PageForm } from '../../frame/page-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stack } from '../../ui/stack.tsx';

interface AgainFormProps<V extends object> {
  readonly draftKey: string;
  readonly start: V;
  readonly saveLabel: string;
  readonly isMain: boolean;
  /** The path of the field that waits for the next one. */
  readonly first: string;
  readonly save: (values: V, draftKey: string) => Promise<FormFailure | null>;
  readonly children: (form: KeptForm<V>, fieldId: (path: string) => string) => ReactNode;
}

/** A form for one thing after the other: each save empties it, and its first field waits for the next. */
export const AgainForm = <V extends object>(props: AgainFormProps<V>) => {
  const kept = useDraftOnce(props.draftKey);
  const [saves, setSaves] = useState(0);
  if (kept === undefined) return <Skeleton rows={2} />;
  const after = { saves, onSaved: () => setSaves(saves + 1) };
  return <OneForm key={saves} {...props} {...after} kept={saves === 0 ? kept : null} />;
};

interface OneFormProps<V extends object> extends AgainFormProps<V> {
  readonly kept: Readonly<Record<string, unknown>> | null;
  readonly saves: number;
  readonly onSaved: () => void;
}

const OneForm = <V extends object>(props: OneFormProps<V>) => {
  const { draftKey, start, kept, saves, first, save, onSaved, saveLabel, isMain, children } = props;
  const base = useId();
  const fieldId = (path: string): string => `${base}${path}`;
  useEffect(() => {
    if (saves > 0) document.getElementById(`${base}${first}`)?.focus();
  }, [saves, base, first]);
  const form = useKeptForm({
    draftKey,
    start,
    kept,
    save: async (values, key) => {
      const failed = await save(values, key);
      if (!failed) onSaved();
      return failed;
    },
  });
  return (
    <PageForm onSubmit={() => void form.submit()}>
      <Stack>
        <FormHead form={form} fieldId={fieldId} />
        {children(form, fieldId)}
        <Button type="submit" variant={isMain ? 'primary' : 'default'} wide busy={form.busy}>
          {saveLabel}
        </Button>
      </Stack>
    </PageForm>
  );
};
