import { type ReactNode, useEffect, useState } from 'react';
import { useDraft, useDraftOnce } from '../../forms/drafts.ts';
import { FormHead } from '../../forms/form-head.tsx';
import type { FormFailure } from '../../forms/typed.ts';
import { type FormOf, useForm } from '../../forms/use-form.ts';
import { PageForm } from '../../forms/page-form.tsx';
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
  readonly children: (form: FormOf<V>) => ReactNode;
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
  const form = useForm({
    start,
    keeping: useDraft(draftKey, kept),
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
    <PageForm onSubmit={() => void form.submit()}>
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
