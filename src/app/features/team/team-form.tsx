import type { ReactNode } from 'react';
import { FailedNotice, NeedsSignal, useNoSignal } from '#platform';
import { type FormOf, PageForm } from '#forms';
import { Button, Stack } from '#ui';

interface TeamFormProps {
  readonly form: Pick<FormOf<object>, 'message' | 'busy' | 'submit'>;
  readonly submitLabel: string;
  readonly children: ReactNode;
}

/** A form that needs signal and keeps what was typed on failure. */
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
