import { useState } from 'react';
import type { Invoice } from '../../../domain/office/invoices.ts';
import type { FormFailure } from '../../frame/kept-form.ts';
import { FailedNotice } from '../../frame/failed-notice.tsx';
import { ButtonTo } from '../../frame/links.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toastSuccess } from '../../ui/toaster.tsx';
import { ownCuitWords } from './invoice-checks.ts';

interface ChecksProps {
  readonly invoice: Invoice;
  readonly canConfirm: boolean;
  readonly onConfirm: () => Promise<FormFailure | null>;
}

/** What the server found wrong, by field. */
const sentencesOf = (invoice: Invoice): readonly string[] => {
  const checks = invoice['checks'];
  if (!Array.isArray(checks)) return [];
  return checks.flatMap((check: unknown) => {
    if (typeof check !== 'object' || check === null) return [];
    const { path, message } = check as { readonly path?: unknown; readonly message?: unknown };
    // Of our own side nothing is typed in an invoice.
    if (path === 'issuer.cuit' && invoice.direction === 'emitida') return [ownCuitWords];
    return typeof message === 'string' ? [message] : [];
  });
};

/** What keeps a draft from being an invoice, or the button that makes it one. */
export const Checks = ({ invoice, canConfirm, onConfirm }: ChecksProps) => {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const wrong = sentencesOf(invoice);
  const isDraft = invoice.state === 'borrador';
  const confirm = async (): Promise<void> => {
    setBusy(true);
    const failure = await onConfirm();
    setBusy(false);
    setFailed(failure ? (failure.message ?? failure.issues[0]?.message ?? null) : null);
    if (!failure) toastSuccess('Factura confirmada');
  };
  return (
    <>
      <FailedNotice message={failed} />
      {wrong.length > 0 ? (
        <Notice tone="warn" title={isDraft ? 'Para confirmarla falta' : 'Para revisar'}>
          <ul>
            {wrong.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {wrong.includes(ownCuitWords) ? <ButtonTo to="/configuration">Ir a Configuración</ButtonTo> : null}
        </Notice>
      ) : null}
      {isDraft && wrong.length === 0 ? (
        <Notice
          title="Es un borrador"
          action={
            <Button compact busy={busy} disabled={!canConfirm} onClick={() => void confirm()}>
              Confirmar factura
            </Button>
          }
        >
          Todos los controles dan bien.
        </Notice>
      ) : null}
    </>
  );
};
