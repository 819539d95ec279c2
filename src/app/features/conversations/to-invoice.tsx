import { ReceiptText } from 'lucide-react';
import { useMay, useSession } from '#platform';
import { Button } from '#ui';

interface ToInvoiceProps {
  /** The farm of the conversation: on the books of another it would be nobody's invoice. */
  readonly organizationId: string | null;
  /** Takes it to a new invoice of the open farm. */
  readonly onInvoice: () => Promise<void>;
}

/** Offers what came in a conversation as the paper of an invoice, to who sees the money of its farm. */
export const ToInvoice = ({ organizationId, onInvoice }: ToInvoiceProps) => {
  const { state } = useSession();
  const seesMoney = useMay('see-money');
  return seesMoney && organizationId !== null && organizationId === state.selectedId ? (
    <Button compact icon={<ReceiptText size={22} />} onClick={() => void onInvoice()}>
      Cargar como factura
    </Button>
  ) : null;
};
