import { formatInstant } from '../../../domain/dates.ts';
import { type Invoice, keptOf } from '../../../domain/office/invoices.ts';
import { useLive } from '../../platform/farm-context.tsx';
import { Card } from '../../ui/card.tsx';

const sourceWords: Readonly<Record<string, string>> = {
  manual: 'cargada a mano',
  qr: 'leída del QR',
  foto: 'cargada desde una foto',
  importada: 'importada',
};

/** What is known of the paper beside its amounts, and how it came to be here (domain.md §2.8, history). */
export const InvoiceStory = ({ invoice }: { readonly invoice: Invoice }) => {
  const members = useLive((views) => views.members()) ?? [];
  const kept = keptOf(invoice);
  const who = members.find((member) => member.id === invoice.created_by);
  const name = who ? ` por ${who.first_name} ${who.last_name}` : '';
  const isChanged = invoice.updated_at !== invoice.created_at;
  return (
    <Card title="Datos">
      {kept.cae ? <p>CAE {kept.cae}</p> : <p>Sin CAE cargado</p>}
      {kept.notes ? <p>{kept.notes}</p> : null}
      {kept.cancel_reason ? <p>Anulada: {kept.cancel_reason}</p> : null}
      <p>
        {`Creada el ${formatInstant(invoice.created_at)}${name}, ${sourceWords[kept.source ?? 'manual'] ?? 'cargada a mano'}.`}
        {isChanged ? ` Último cambio: ${formatInstant(invoice.updated_at)}.` : ''}
      </p>
    </Card>
  );
};
