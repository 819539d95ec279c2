import { Banknote, PackagePlus, Pencil } from 'lucide-react';
import type { Invoice } from '../../../domain/office/invoices.ts';
import { Button } from '../../ui/button.tsx';
import { Cluster } from '../../ui/stack.tsx';
import { openCents } from './invoice-facts.ts';
import { planWords, type StockPlan } from './stock-plan.ts';

interface InvoiceActsProps {
  readonly invoice: Invoice;
  readonly plan: StockPlan | null;
  readonly cannotChange: boolean;
  readonly onSheet: (sheet: string) => void;
}

/** What can be done with an invoice: payments need the server, what goes into the books does not. */
export const InvoiceActs = ({ invoice, plan, cannotChange, onSheet }: InvoiceActsProps) => (
  <>
    <Cluster>
      {openCents(invoice) > 0n ? (
        <Button
          variant="primary"
          icon={<Banknote size={24} aria-hidden />}
          disabled={cannotChange}
          onClick={() => onSheet('pago')}
        >
          {invoice.direction === 'emitida' ? 'Registrar cobro' : 'Registrar pago'}
        </Button>
      ) : null}
      {plan && invoice.state !== 'borrador' ? (
        <Button icon={<PackagePlus size={24} aria-hidden />} onClick={() => onSheet('stock')}>
          {planWords(plan, invoice.direction)}
        </Button>
      ) : null}
      {invoice.state === 'pagada' ? null : (
        <Button icon={<Pencil size={24} aria-hidden />} onClick={() => onSheet('editar')}>
          Editar
        </Button>
      )}
    </Cluster>
    {invoice.state === 'pagada' ? (
      <p>Está saldada: para corregirla, quitá antes un {invoice.direction === 'emitida' ? 'cobro' : 'pago'}.</p>
    ) : null}
  </>
);
