import { type ReactNode, useState } from 'react';
import { Button, ConfirmDialog } from '#ui';

interface DeletePlaceProps {
  readonly name: string;
  /** Of the button: 'Eliminar lote'. */
  readonly label: string;
  readonly icon: ReactNode;
  /** Why it has to stay for now, and what to do instead; null: it may go. */
  readonly stays: { readonly why: string; readonly label: string; readonly onConfirm?: () => void } | null;
  readonly onDelete: () => Promise<void>;
  /** What is left of it. */
  readonly children: ReactNode;
}

/** Deletes a campo, a lot or a rodeo after a question; one that is in use says what to do first. */
export const DeletePlace = ({ name, label, icon, stays, onDelete, children }: DeletePlaceProps) => {
  const [open, setOpen] = useState(false);
  const onClose = (): void => setOpen(false);
  return (
    <>
      <Button variant="danger" icon={icon} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        {...{ open, onClose }}
        danger={!stays}
        title={stays ? 'No se puede eliminar' : `¿Eliminar ${name}?`}
        confirmLabel={stays?.label ?? 'Eliminar'}
        onConfirm={() => {
          onClose();
          if (stays) stays.onConfirm?.();
          else void onDelete();
        }}
      >
        {stays?.why ?? children}
      </ConfirmDialog>
    </>
  );
};
