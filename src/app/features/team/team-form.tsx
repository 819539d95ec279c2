import type { ReactNode } from 'react';
import { FailedNotice, NeedsSignal, useNoSignal } from '#platform';
import { type FormOf, PageForm } from '#forms';
import { Button, Stack } from '#ui';

interface TeamFormProps {
  readonly form: Pick<FormOf<object>, 'message' | 'busy' | 'submit'>;
  readonly submitLabel: string;
  readonly children: ReactNode;
}

/** A form about the team: it waits for signal, and keeps what is typed when it fails. */
export const TeamForm = ({ form, submitLabel, children }: TeamFormProps) => {
  const noSignal = useNoSignal();
  const submit = (): void => {
    if (!noSignal) void form.submit();
  };
  return (
    <PageForm onSubmit={submit}>
      <Stack>
        <NeedsSignal />
        {children}
        <FailedNotice message={form.message} />
        <Button type="submit" variant="primary" wide busy={form.busy} disabled={noSignal}>
          {submitLabel}
        </Button>
      </Stack>
    </PageForm>
  );
};
