import { type Invoice, isInvoiceOverdue, monthName, monthOf, searchable } from '#domain';
import { ChipGroup, Segmented, SelectField, TextField } from '#ui';
import styles from './billing.module.css';
import { otherPartyOf, titleOf } from './invoice-facts.ts';

type Show = 'abiertas' | 'vencidas' | 'borradores' | 'todas';

const shows: readonly { readonly value: Show; readonly label: string }[] = [
  { value: 'abiertas', label: 'Sin pagar' },
  { value: 'vencidas', label: 'Vencidas' },
  { value: 'borradores', label: 'Borradores' },
  { value: 'todas', label: 'Todas' },
];

const isShown = (invoice: Invoice, show: Show, today: string): boolean => {
  if (show === 'todas') return true;
  if (show === 'borradores') return invoice.state === 'borrador';
  if (show === 'vencidas') return isInvoiceOverdue(invoice.state, invoice.due_on, today);
  return invoice.state === 'pendiente' || invoice.state === 'parcial';
};

/** Months with an invoice, newest first. */
const monthsIn = (invoices: readonly Invoice[]): readonly string[] =>
  [...new Set(invoices.flatMap((one) => (one.issued_on ? [monthOf(one.issued_on)] : [])))].toSorted().toReversed();

/** The filters of the list. */
export interface Sought {
  readonly side: 'recibida' | 'emitida';
  readonly show: Show;
  readonly text: string;
  readonly month: string;
}

/** Whether an invoice passes the filters. */
export const isSought = (invoice: Invoice, { side, show, text, month }: Sought, today: string): boolean =>
  invoice.direction === side &&
  isShown(invoice, show, today) &&
  (month === '' || invoice.issued_on?.startsWith(month) === true) &&
  searchable(`${titleOf(invoice)} ${otherPartyOf(invoice).name}`).includes(searchable(text.trim()));

interface FiltersProps {
  readonly invoices: readonly Invoice[];
  readonly sought: Sought;
  readonly onChange: (changes: Partial<Sought>) => void;
}

/** Tabs, state, month and name (domain.md §2.8, list). */
export const Filters = ({ invoices, sought, onChange }: FiltersProps) => (
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
