import { useState } from 'react';
import { type FormFailure, useDraftText, useOnce } from '#forms';
import { Button, ConfirmDialog, TextField, toastError, toastSuccess } from '#ui';
import type { OpenInvoice } from './use-invoice.ts';

const saidOf = ({ message, issues }: FormFailure): string => issues[0]?.message ?? message ?? 'No se pudo guardar';

interface AnnulInvoiceProps {
  readonly id: string;
  readonly disabled: boolean;
  readonly change: OpenInvoice['change'];
}

/** Takes an invoice out of every sum, with a reason; the paper stays (domain.md §2.8). */
export const AnnulInvoice = ({ id, disabled, change }: AnnulInvoiceProps) => {
  const [asking, setAsking] = useState(false);
  const { text: reason, change: setReason, forget } = useDraftText(`anular factura ${id}`);
  const annul = useOnce(async () => {
    const failed = await change({ state: 'anulada', cancel_reason: reason.trim() });
    if (failed) return toastError(saidOf(failed));
    forget();
    setAsking(false);
    toastSuccess('Factura anulada');
  });
  return (
    <>
      <Button variant="danger" disabled={disabled} onClick={() => setAsking(true)}>
        Anular factura
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        busy={annul.busy || reason.trim() === ''}
        title="¿Anular la factura?"
        confirmLabel="Anular"
        onConfirm={() => void annul.run()}
        onClose={() => setAsking(false)}
      >
        <p>Deja de sumar en lo que hay que cobrar y pagar. El comprobante queda guardado.</p>
        <TextField label="Motivo" maxLength={500} value={reason} onChange={setReason} />
      </ConfirmDialog>
    </>
  );
};

interface RemoveInvoiceProps {
  readonly isDraft: boolean;
  readonly disabled: boolean;
  readonly remove: OpenInvoice['remove'];
  readonly onGone: () => void;
}

/** Deletes a draft, or what is not on the server yet. */
export const RemoveInvoice = ({ isDraft, disabled, remove, onGone }: RemoveInvoiceProps) => {
  const [asking, setAsking] = useState(false);
  const discard = async (): Promise<void> => {
    const failed = await remove();
    setAsking(false);
    if (failed) toastError(saidOf(failed));
    else onGone();
  };
  return (
    <>
      <Button variant="danger" disabled={disabled} onClick={() => setAsking(true)}>
        {isDraft ? 'Eliminar borrador' : 'Eliminar factura'}
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title={isDraft ? '¿Eliminar el borrador?' : '¿Eliminar la factura?'}
        confirmLabel="Eliminar"
        onConfirm={() => void discard()}
        onClose={() => setAsking(false)}
      >
        Se elimina con sus fotos.
      </ConfirmDialog>
    </>
  );
};
