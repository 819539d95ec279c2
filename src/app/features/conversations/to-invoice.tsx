import { ReceiptText } from 'lucide-react';
import { useMay, useSession } from '#platform';
import { Button } from '#ui';

interface ToInvoiceProps {
  /** The conversation's farm: only its own books may take the invoice. */
  readonly organizationId: string | null;
  readonly onInvoice: () => Promise<void>;
}

/** Offers a file as an invoice, to who sees the farm's money. */
export const ToInvoice = ({ organizationId, onInvoice }: ToInvoiceProps) => {
  const { state } = useSession();
  const seesMoney = useMay('see-money');
  return seesMoney && organizationId !== null && organizationId === state.selectedId ? (
    <Button compact icon={<ReceiptText size={22} />} onClick={() => void onInvoice()}>
      Cargar como factura
    </Button>
  ) : null;
};
