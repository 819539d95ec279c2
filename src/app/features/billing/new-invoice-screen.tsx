import { useState } from 'react';
import { useDraftOnce } from '#forms';
import { useMay } from '#platform';
import { PageHeading, Skeleton } from '#ui';
import { blankDraft } from './invoice-draft.ts';
import { blankLine } from './line-draft.ts';
import { NewInvoiceForm } from './new-invoice-form.tsx';
import { NoMoney } from './no-money.tsx';
import { useOwnParty } from './own-party.ts';

interface NewInvoiceScreenProps {
  /** From a photo or a PDF; else typed by hand. */
  readonly fromPaper: boolean;
  /** What was shared with the app just now, from the address. */
  readonly share?: string | null;
  readonly onDone: (id: string, toStock: boolean) => void;
}

/** The two ways to a new invoice (product.md §2, create-invoice and upload-invoice). */
export const NewInvoiceScreen = ({ fromPaper, share = null, onDone }: NewInvoiceScreenProps) => {
  const seesMoney = useMay('see-money');
  const title = fromPaper ? 'Subir factura' : 'Nueva factura';
  const draftKey = fromPaper ? 'factura-subida' : 'factura-nueva';
  const draft = useDraftOnce(draftKey);
  const own = useOwnParty();
  const [start] = useState(() => ({
    ...blankDraft,
    cid: crypto.randomUUID(),
    lines: fromPaper ? [] : [blankLine],
  }));
  if (!seesMoney) return <NoMoney title={title} />;
  return (
    <>
      <PageHeading title={title} />
      {draft === undefined ? (
        <Skeleton rows={6} />
      ) : (
        <NewInvoiceForm {...{ draftKey, start, draft, own, fromPaper, share, onDone }} />
      )}
    </>
  );
};
