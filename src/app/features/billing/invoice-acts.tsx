import { Banknote, PackagePlus, Pencil } from 'lucide-react';
import type { Invoice } from '#domain';
import { Button, Cluster } from '#ui';
import { openCents } from './invoice-facts.ts';
import { planWords, type StockPlan } from './stock-plan.ts';

interface InvoiceActsProps {
  readonly invoice: Invoice;
  readonly plan: StockPlan | null;
  readonly cannotChange: boolean;
  readonly onSheet: (sheet: string) => void;
}

/** What can be done with an invoice: payments need the server, booking does not. */
export const InvoiceActs = ({ invoice, plan, cannotChange, onSheet }: InvoiceActsProps) => (
  <>
    <Cluster>
      {openCents(invoice) > 0n ? (
        <Button variant="primary" icon={<Banknote />} disabled={cannotChange} onClick={() => onSheet('pago')}>
          {invoice.direction === 'emitida' ? 'Registrar cobro' : 'Registrar pago'}
        </Button>
      ) : null}
      {plan && invoice.state !== 'borrador' ? (
        <Button icon={<PackagePlus />} onClick={() => onSheet('stock')}>
          {planWords(plan, invoice.direction)}
        </Button>
      ) : null}
      {invoice.state === 'pagada' ? null : (
        <Button icon={<Pencil />} onClick={() => onSheet('editar')}>
          Editar
        </Button>
      )}
    </Cluster>
    {invoice.state === 'pagada' ? (
      <p>Está saldada: para corregirla, quitá antes un {invoice.direction === 'emitida' ? 'cobro' : 'pago'}.</p>
    ) : null}
  </>
);
