import type { ReactNode } from 'react';
import { type Asked, FailedNotice, useNoSignal } from '#platform';
import { type FormOf, PageForm } from '#forms';
import { Button, Card, Cluster, Notice, Stack } from '#ui';

interface FormCardProps {
  readonly title: string;
  readonly form: Pick<FormOf<object>, 'message' | 'busy' | 'submit'>;
  readonly submitLabel: string;
  readonly danger?: boolean;
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** Why the server did not answer, and the way to ask again. */
export const AskAgain = ({ failed, busy, again }: Omit<Asked<unknown>, 'value'>) => (
  <Notice
    tone="warn"
    role="alert"
    action={
      <Button busy={busy} onClick={again}>
        Reintentar
      </Button>
    }
  >
    {failed?.message}
  </Notice>
);

/** A form that needs the server: fields, failure, and a button that waits for signal. */
export const FormCard = ({ title, form, submitLabel, danger, onClose, children }: FormCardProps) => {
  const noSignal = useNoSignal();
  const submit = (): void => {
    if (!noSignal) void form.submit();
  };
  return (
    <Card title={title}>
      <PageForm onSubmit={submit}>
        <Stack>
          {children}
          <FailedNotice message={form.message} />
          <Cluster>
            <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={form.busy} disabled={noSignal}>
              {submitLabel}
            </Button>
            {onClose ? <Button onClick={onClose}>Cancelar</Button> : null}
          </Cluster>
        </Stack>
      </PageForm>
    </Card>
  );
};
