import { FileText, Plus, ScanLine } from 'lucide-react';
import { useState } from 'react';
import type { Invoice } from '#domain';
import { ButtonTo, useLive, useMay, useToday } from '#platform';
import { EmptyState, PageHeading, Skeleton } from '#ui';
import { NoMoney } from './no-money.tsx';
import styles from './billing.module.css';
import { Found } from './billing-list.tsx';
import { Filters, isSought, type Sought } from './billing-filters.tsx';
import { Totals } from './billing-totals.tsx';
import { ForwardedNotice } from './forwarded-notice.tsx';

const newestFirst = (a: Invoice, b: Invoice): number => {
  const [left, right] = [a, b].map((one) => `${one.issued_on ?? '9999'} ${one.created_at}`);
  return (left ?? '') < (right ?? '') ? 1 : -1;
};

/** Invoices with what is to be collected and paid (domain.md §2.8), for who sees money. */
export const BillingScreen = () => {
  return useMay('see-money') ? <Billing /> : <NoMoney title="Facturación" />;
};

const Billing = () => {
  const today = useToday();
  const views = useLive((farm) => farm.things('invoice'));
  const invoices = views?.map(({ row }) => row);
  const unsent = new Map(views?.flatMap(({ row, pendingOp, state }) => (pendingOp === null ? [] : [[row.id, state]])));
  const [sought, setSought] = useState<Sought>({ side: 'recibida', show: 'todas', text: '', month: '' });
  const shown = invoices?.filter((one) => isSought(one, sought, today)).toSorted(newestFirst);
  const isWhole = sought.text === '' && sought.month === '' && sought.show === 'todas';
  return (
    <>
      <PageHeading title="Facturación" />
      <ForwardedNotice />
      <div className={styles.acts}>
        <ButtonTo to="/create-invoice" icon={<Plus />}>
          Nueva factura
        </ButtonTo>
        <ButtonTo to="/upload-invoice" icon={<ScanLine />}>
          Subir factura
        </ButtonTo>
      </div>
      {invoices && invoices.length > 0 ? <Totals invoices={invoices} today={today} /> : null}
      <Filters invoices={invoices ?? []} sought={sought} onChange={(changes) => setSought({ ...sought, ...changes })} />
      {!shown ? <Skeleton rows={5} /> : null}
      {shown?.length === 0 ? (
        <EmptyState icon={<FileText size={40} />}>
          {isWhole ? 'Sacale una foto a la factura: si tiene QR, los datos se cargan solos.' : 'No hay facturas así.'}
        </EmptyState>
      ) : null}
      {shown && shown.length > 0 ? <Found invoices={shown} unsent={unsent} sought={sought} today={today} /> : null}
    </>
  );
};
