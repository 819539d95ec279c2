import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Sheet } from './sheet.tsx';

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before an irreversible act. Cancel comes first and takes the focus. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { open, title, children, confirmLabel, cancelLabel = 'Cancelar', danger, busy, onConfirm, onClose } = props;
  return (
    <Sheet
      open={open}
      title={title}
      role="alertdialog"
      onClose={onClose}
      footer={
        <>
          <Button data-first-focus onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Sheet>
  );
};

interface AskingProps extends Omit<ConfirmDialogProps, 'open' | 'busy' | 'onClose'> {
  readonly button: (ask: () => void) => ReactNode;
}

/** A button whose act is asked about first. */
export const Asking = ({ button, onConfirm, ...dialog }: AskingProps) => {
  const [open, setOpen] = useState(false);
  const onClose = (): void => setOpen(false);
  const confirm = (): void => {
    onClose();
    onConfirm();
  };
  return (
    <>
      {button(() => setOpen(true))}
      <ConfirmDialog {...dialog} {...{ open, onClose }} onConfirm={confirm} />
    </>
  );
};
