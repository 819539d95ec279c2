import type { ReactNode } from 'react';
import { FailedNotice } from '../../platform/failed-notice.tsx';
import { useNoSignal } from '../../platform/needs-signal.tsx';
import type { FormOf } from '../../forms/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageForm } from '../../forms/page-form.tsx';
import { Cluster, Stack } from '../../ui/stack.tsx';

interface FormCardProps {
  readonly title: string;
  readonly form: Pick<FormOf<object>, 'message' | 'busy' | 'submit'>;
  /** What the button does. */
  readonly submitLabel: string;
  /** The act destroys something. */
  readonly danger?: boolean;
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** A form that the server answers: what it asks, why it failed, and its button, which waits for signal. */
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
