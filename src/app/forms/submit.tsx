import type { ReactNode } from 'react';
import { FailedNotice } from '#platform/failed-notice.tsx';
import { Button } from '#ui/button.tsx';
import type { FormOf } from './use-form.ts';

interface SubmitProps {
  readonly form: Pick<FormOf<object>, 'message' | 'busy'>;
  readonly label: string;
  readonly disabled?: boolean;
  readonly children?: ReactNode;
}

/** Why the last try failed, and the button that sends the form. `children` stand in between. */
export const Submit = ({ form, label, disabled, children }: SubmitProps) => (
  <>
    <FailedNotice message={form.message} />
    {children}
    <Button type="submit" variant="primary" wide busy={form.busy} disabled={disabled}>
      {label}
    </Button>
  </>
);
