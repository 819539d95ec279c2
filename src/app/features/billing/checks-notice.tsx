import { useState } from 'react';
import { addresseeIssues, cuitDigits, type Invoice, invoiceIssues, storedOf } from '#domain';
import { useOnce } from '#forms';
import { ButtonTo, FailedNotice, useToday } from '#platform';
import { Button, Notice, toastSuccess } from '#ui';
import { ownCuitWords } from './confirm-invoice.tsx';
import type { OwnParty } from './invoice-draft.ts';
import type { Changing } from './use-invoice.ts';
import { useOwnParty } from './suppliers.ts';

/** What is wrong: the server's checks, or the same rules where the row has none. */
const sentencesOf = (invoice: Invoice, own: OwnParty, today: string): readonly string[] => {
  const stored = storedOf(invoice);
  const ownCuit = own.cuit ? cuitDigits(own.cuit) : null;
  const said = invoice['checks'];
  const local = (): readonly unknown[] =>
    invoice.state === 'anulada' ? [] : [...invoiceIssues(stored, today), ...addresseeIssues(stored, ownCuit)];
  const checks: readonly unknown[] = Array.isArray(said) ? said : local();
  return checks.flatMap((check: unknown) => {
    if (typeof check !== 'object' || check === null) return [];
    const { path, message } = check as { readonly path?: unknown; readonly message?: unknown };
    // Nothing is typed of our own side in an invoice.
    if (path === 'issuer.cuit' && invoice.direction === 'emitida') return [ownCuitWords];
    return typeof message === 'string' ? [message] : [];
  });
};

/** What keeps a draft from being confirmed, or the button that confirms it. */
export const Checks = ({ invoice, change, cannotChange }: Changing) => {
  const [failed, setFailed] = useState<string | null>(null);
  const wrong = sentencesOf(invoice, useOwnParty(), useToday());
  const isDraft = invoice.state === 'borrador';
  const confirm = useOnce(async () => {
    const failure = await change({ state: 'pendiente' });
    setFailed(failure ? (failure.message ?? failure.issues[0]?.message ?? null) : null);
    if (!failure) toastSuccess('Factura confirmada');
  });
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
            <Button compact busy={confirm.busy} disabled={cannotChange} onClick={() => void confirm.run()}>
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
