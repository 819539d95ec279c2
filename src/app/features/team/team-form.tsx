import type { ReactNode } from 'react';
import { FailedNotice } from '../../platform/failed-notice.tsx';
import { NeedsSignal, useNoSignal } from '../../platform/needs-signal.tsx';
import type { FormOf } from '../../forms/use-form.ts';
import { PageForm } from '../../forms/page-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/stack.tsx';

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
