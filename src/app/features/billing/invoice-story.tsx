import { formatInstant, type Invoice, storedOf } from '#domain';
import { useMembers } from '#platform';
import { Card } from '#ui';

const sourceWords: Readonly<Record<string, string>> = {
  manual: 'cargada a mano',
  qr: 'leída del QR',
  foto: 'cargada desde una foto',
  importada: 'importada',
};

/** Data of the paper beside its amounts, and its history (domain.md §2.8, history). */
export const InvoiceStory = ({ invoice }: { readonly invoice: Invoice }) => {
  const members = useMembers() ?? [];
  const stored = storedOf(invoice);
  const who = members.find((member) => member.id === invoice.created_by);
  const name = who ? ` por ${who.first_name} ${who.last_name}` : '';
  const isChanged = invoice.updated_at !== invoice.created_at;
  return (
    <Card title="Datos">
      {stored.cae ? <p>CAE {stored.cae}</p> : <p>Sin CAE cargado</p>}
      {stored.notes ? <p>{stored.notes}</p> : null}
      {stored.cancel_reason ? <p>Anulada: {stored.cancel_reason}</p> : null}
      <p>
        {`Creada el ${formatInstant(invoice.created_at)}${name}, ${sourceWords[stored.source ?? 'manual'] ?? 'cargada a mano'}.`}
        {isChanged ? ` Último cambio: ${formatInstant(invoice.updated_at)}.` : ''}
      </p>
    </Card>
  );
};
