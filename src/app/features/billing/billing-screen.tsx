import { Download, FileText, Plus, ScanLine } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  counted,
  formatDay,
  isDebt,
  type Invoice,
  isInvoiceOpen,
  isInvoiceOverdue,
  joined,
  monthName,
  monthOf,
  searchable,
} from '#domain';
import { ButtonTo, RowTo, share, useLive, useMay, useToday } from '#platform';
import {
  Badge,
  Button,
  Card,
  ChipGroup,
  Cluster,
  EmptyState,
  FigureList,
  Notice,
  PageHeading,
  RowList,
  Segmented,
  SelectField,
  Skeleton,
  TextField,
} from '#ui';
import { NoMoney } from './invoice-parts.tsx';
import styles from './billing.module.css';
import { currencyOf, invoicesFile, moneyWords, otherPartyOf, stateBadge, titleOf, totalsOf } from './invoice-facts.ts';
import type { SendState } from '#sync/farm.ts';
import { waitingShared } from './forwarded-papers.tsx';

const placeOf = ({ issued_on, created_at }: Invoice): string => `${issued_on ?? '9999'} ${created_at}`;
const newestFirst = (a: Invoice, b: Invoice): number => (placeOf(a) < placeOf(b) ? 1 : -1);

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
      {invoices && invoices.length > 0 ? <FigureList label="Totales" figures={totalsOf(invoices, today)} /> : null}
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

type Show = 'abiertas' | 'vencidas' | 'borradores' | 'todas';

const shows: readonly { readonly value: Show; readonly label: string }[] = [
  { value: 'abiertas', label: 'Abiertas' },
  { value: 'vencidas', label: 'Vencidas' },
  { value: 'borradores', label: 'Borradores' },
  { value: 'todas', label: 'Todas' },
];

const isShown = (invoice: Invoice, show: Show, today: string): boolean => {
  if (show === 'todas') return true;
  if (show === 'borradores') return invoice.state === 'borrador';
  if (show === 'vencidas') return isInvoiceOverdue(invoice, today);
  return isInvoiceOpen(invoice);
};

const monthsIn = (invoices: readonly Invoice[]): readonly string[] =>
  [...new Set(invoices.flatMap((one) => (one.issued_on ? [monthOf(one.issued_on)] : [])))].toSorted().toReversed();

interface Sought {
  readonly side: 'recibida' | 'emitida';
  readonly show: Show;
  readonly text: string;
  readonly month: string;
}

const isSought = (invoice: Invoice, { side, show, text, month }: Sought, today: string): boolean =>
  invoice.direction === side &&
  isShown(invoice, show, today) &&
  (month === '' || invoice.issued_on?.startsWith(month) === true) &&
  searchable(`${titleOf(invoice)} ${otherPartyOf(invoice).name}`).includes(searchable(text.trim()));

interface FiltersProps {
  readonly invoices: readonly Invoice[];
  readonly sought: Sought;
  readonly onChange: (changes: Partial<Sought>) => void;
}

/** Tabs, state, month and name. */
const Filters = ({ invoices, sought, onChange }: FiltersProps) => (
  <>
    <Segmented
      label="Qué facturas"
      value={sought.side}
      onChange={(side) => onChange({ side })}
      options={{ recibida: 'Recibidas', emitida: 'Emitidas' }}
    />
    <ChipGroup
      label="Estado"
      labelHidden
      strip
      options={shows}
      value={sought.show}
      onChange={(show) => onChange({ show })}
    />
    <div className={styles.filters}>
      <TextField
        label="Buscar contraparte o número"
        type="search"
        value={sought.text}
        onChange={(text) => onChange({ text })}
      />
      {invoices.length > 0 ? (
        <SelectField
          label="Mes de emisión"
          optional
          placeholder="Todos los meses"
          options={monthsIn(invoices).map((value) => ({ value, label: `${monthName(value)} de ${value.slice(0, 4)}` }))}
          value={sought.month}
          onChange={(month) => onChange({ month })}
        />
      ) : null}
    </div>
  </>
);

interface FoundProps {
  readonly invoices: readonly Invoice[];
  readonly unsent: ReadonlyMap<string, SendState>;
  readonly sought: Sought;
  readonly today: string;
}

const Found = ({ invoices, unsent, sought, today }: FoundProps) => (
  <>
    <Card flush>
      <RowList label="Facturas">
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            <InvoiceRow invoice={invoice} unsent={unsent.get(invoice.id)} today={today} />
          </li>
        ))}
      </RowList>
    </Card>
    <Cluster>
      <Button
        icon={<Download />}
        onClick={() =>
          void share(`facturas-${sought.side}s-${sought.month || today}.csv`, invoicesFile(invoices, today), 'text/csv')
        }
      >
        Exportar {counted(invoices.length, 'factura')} a planilla
      </Button>
    </Cluster>
  </>
);

interface InvoiceRowProps extends Pick<FoundProps, 'today'> {
  readonly invoice: Invoice;
  readonly unsent: SendState | undefined;
}

const InvoiceRow = ({ invoice, unsent, today }: InvoiceRowProps) => {
  const { word, tone } = stateBadge(invoice, today);
  const { issued_on, due_on } = invoice;
  return (
    <RowTo
      to="/billing/$id"
      params={{ id: invoice.id }}
      icon={<FileText size={26} />}
      title={otherPartyOf(invoice).name}
      subtitle={joined(
        titleOf(invoice),
        issued_on && formatDay(issued_on),
        due_on && isDebt(invoice) && `vence ${formatDay(due_on)}`,
        unsent && (unsent === 'con_error' ? 'no se pudo enviar' : 'sin enviar'),
      )}
      right={
        <>
          <strong>{moneyWords(invoice.total, currencyOf(invoice))}</strong>
          <Badge tone={tone}>{word}</Badge>
        </>
      }
    />
  );
};

/** Says that shared files are on no invoice yet: they came before a log-in, or were left for later. */
const ForwardedNotice = () => {
  const [count, setCount] = useState(0);
  useEffect(() => void waitingShared().then((found) => setCount(found.length)), []);
  return count === 0 ? null : (
    <Notice
      title={`${counted(count, 'archivo compartido', 'archivos compartidos')} sin cargar`}
      action={
        <ButtonTo compact to="/upload-invoice">
          Cargar
        </ButtonTo>
      }
    >
      Llegó desde otra app y está guardado en este celular.
    </Notice>
  );
};
