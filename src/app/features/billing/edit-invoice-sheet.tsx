import { addDays, baseOf, choosable, sumOf, type Invoice, isOwed, owesNothing, storedOf } from '#domain';
import {
  NeedsSignal,
  useCategories,
  useFarm,
  useFarmStatus,
  useLots,
  useRodeos,
  useRole,
  useStock,
  useToday,
} from '#platform';
import { DateField, NumberField, type NumberFieldValue, optionsOf, SelectField, toastSuccess, typedNumber } from '#ui';
import { PaymentSheet } from './payments.tsx';
import { dayOf, planWords, type StockPlan } from './stock-plan.ts';
import type { Changing } from './use-invoice.ts';
import { SuppliesSheet } from './supplies-sheet.tsx';
import { DraftSheet, failureIn, lineOf, type PartOf } from '#forms';
import { invoiceOf } from './invoice-draft.ts';
import { ChangedMeanwhile, ClosedMeanwhile, closedFor, editDraftOf, isOfOlder, lookFirst } from './meanwhile.tsx';
import { HeadFields, RestFields, WeightFields } from './invoice-fields.tsx';
import { LineFields, OtherAmounts, Sums } from './invoice-lines.tsx';
import { useOwnParty } from './suppliers.ts';
import { atFields } from './unread.ts';
import { type ComponentType, useState } from 'react';
import type { RecordedKind } from '#domain/movements/define.ts';
import { buy } from '#domain/movements/kinds/inflows.ts';
import { sell } from '#domain/movements/kinds/outflows.ts';
import { TagReminder } from '#farm/tag-reminder.tsx';
import { useWithdrawalStop } from '#farm/withdrawal-stop.tsx';
import { currencyOf, otherPartyOf } from './invoice-facts.ts';
import styles from './billing.module.css';

interface EditInvoiceSheetProps extends Changing {
  /** Why it cannot be saved any more. */
  readonly closed?: string | null;
  readonly onClose: () => void;
}

/** Fields that the form does not edit. */
const untouched = ['movement_ids', 'payments', 'cancel_reason', 'source'];

/** Edits an invoice, with signal or while unsent; what is typed stays when saving fails. */
export const EditInvoiceSheet = ({ invoice, change, cannotChange, closed = null, onClose }: EditInvoiceSheetProps) => {
  const farm = useFarm();
  const today = useToday();
  const own = useOwnParty();
  const stored = storedOf(invoice);
  // The own side stays as captured, plus a CUIT set since.
  const ownSide = (stored.direction === 'emitida' ? stored.issuer : stored.recipient) ?? own;
  return (
    <DraftSheet
      title="Editar factura"
      size="wide"
      draftKey={`factura ${invoice.id}`}
      start={editDraftOf(invoice)}
      saveLabel="Guardar cambios"
      cannotSave={cannotChange || closed !== null}
      lead={<ClosedMeanwhile why={closed} />}
      onSaved={() => toastSuccess('Factura guardada')}
      onClose={onClose}
      save={async (values, draftKey) => {
        if (isOfOlder(values, invoice)) return lookFirst;
        const typed = invoiceOf(values, { name: ownSide.name, cuit: ownSide.cuit ?? own.cuit });
        const changes = Object.fromEntries(Object.entries(typed).filter(([name]) => !untouched.includes(name)));
        const failed = await change(changes);
        if (!failed) await farm.saveDraft(draftKey, null);
        return atFields(values, failed);
      }}
    >
      {(form) => {
        const part = { form, today };
        return (
          <>
            <ChangedMeanwhile form={form} invoice={invoice} />
            {cannotChange ? <NeedsSignal /> : null}
            <HeadFields {...part} />
            <div id={form.fieldId('lines')} tabIndex={-1}>
              <LineFields {...part} />
            </div>
            <WeightFields {...part} />
            <OtherAmounts {...part} />
            <Sums invoice={invoiceOf(form.values, own)} />
            <RestFields {...part} />
          </>
        );
      }}
    </DraftSheet>
  );
};

interface InvoiceSheetsProps extends Changing {
  readonly sheet: string | null;
  readonly booked: ReadonlyMap<string, number>;
  readonly plan: StockPlan | null;
  readonly onClose: () => void;
}

export const InvoiceSheets = (props: InvoiceSheetsProps) => {
  const { sheet, plan, invoice } = props;
  const closed = closedFor(sheet, invoice);
  if (sheet === 'pago' && invoice.state !== 'borrador' && isOwed(invoice) && !owesNothing(invoice))
    return <Kept key={sheet} {...props} closed={closed} of={PaymentSheet} />;
  if (sheet === 'editar') return <Kept key={sheet} {...props} closed={closed} of={EditInvoiceSheet} />;
  if (sheet !== 'stock' || plan === null || closed) return null;
  return plan === 'hacienda' ? <HerdSheet {...props} /> : <SuppliesSheet {...props} />;
};

interface KeptProps extends EditInvoiceSheetProps {
  readonly of: ComponentType<EditInvoiceSheetProps>;
}

/** A form that was opened stays, with its words: another may annul or settle the invoice meanwhile. */
const Kept = ({ of: Form, ...props }: KeptProps) => {
  const [wasOpen, setWasOpen] = useState(false);
  if (!props.closed && !wasOpen) setWasOpen(true);
  return props.closed && !wasOpen ? null : <Form {...props} />;
};

interface HerdLine {
  readonly concept: string;
  readonly category_id: string;
  readonly heads: NumberFieldValue;
}

interface HerdDraft {
  readonly date: string;
  readonly rodeo_id: string;
  readonly lot_id: string;
  readonly lines: readonly HerdLine[];
}

/** 'Sin rodeo', 'Sin lote'. */
const none = 'ninguno';
const placeOf = (value: string): string | null => (value === none ? null : value);

interface HerdSheetProps {
  readonly invoice: Invoice;
  /** Heads booked already: the rest is proposed. */
  readonly booked: ReadonlyMap<string, number>;
  readonly onClose: () => void;
}

/** Lines of animals, less what is booked. */
function linesOf(invoice: Invoice, booked: ReadonlyMap<string, number>): readonly HerdLine[] {
  const left = new Map(booked);
  return storedOf(invoice)
    .lines.filter((line) => Boolean(line.category_id) || (line.heads ?? 0) > 0)
    .map(({ concept, category_id, heads }) => {
      const done = Math.min(heads ?? 0, left.get(category_id ?? '') ?? 0);
      left.set(category_id ?? '', (left.get(category_id ?? '') ?? 0) - done);
      return { concept, category_id: category_id ?? '', heads: (heads ?? 0) - done || null };
    });
}

const saidIn = (draft: HerdDraft) =>
  draft.lines.map((line, at) => ({ ...line, at })).filter((line) => line.heads !== null && line.heads !== 0);

function bodyOf(draft: HerdDraft, invoice: Invoice): Readonly<Record<string, unknown>> {
  const isSale = invoice.direction === 'emitida';
  const { gross_kg, shrink_pct, lines } = storedOf(invoice);
  const said = saidIn(draft);
  const total = isSale ? invoice.total : baseOf(invoice);
  // Each of several records would have the whole of it.
  const isWhole = sumOf(said, ({ heads }) => Number(heads)) >= sumOf(lines, (line) => line.heads ?? 0);
  return {
    date: draft.date,
    invoice_id: invoice.id,
    ...(draft.rodeo_id && { rodeo_id: placeOf(draft.rodeo_id) }),
    ...(draft.lot_id && { lot_id: placeOf(draft.lot_id) }),
    animals: said.map(({ category_id, heads }) => ({
      type: category_id,
      count: typedNumber(heads),
    })),
    [isSale ? 'buyer' : 'supplier']: otherPartyOf(invoice).name,
    // A remito often says no price.
    ...(isWhole && currencyOf(invoice) === 'ARS' && total !== '0.00' && { total }),
    ...(isSale && gross_kg ? { gross_kg } : {}),
    ...(isSale && shrink_pct !== null && shrink_pct <= 30 ? { shrink_pct } : {}),
  };
}

/** The record's issues at the fields of this form. */
const atField = (path: string, draft: HerdDraft): string => {
  const [, index, name] = /^animals\.(\d+)(?:\.(\w+))?/.exec(path) ?? [];
  const line = saidIn(draft)[Number(index)];
  if (!line) return path;
  return `lines.${line.at}.${name === 'type' ? 'category_id' : 'heads'}`;
};

/** Books an invoice's animals as a purchase or sale (domain.md §2.8). Works offline. */
export const HerdSheet = ({ invoice, booked, onClose }: HerdSheetProps) => {
  const farm = useFarm();
  const today = useToday();
  // The rest of the paper is another form; the one being saved keeps its key.
  const [key] = useState(() => `hacienda ${invoice.id} ${sumOf([...booked.values()], (heads) => heads)}`);
  const kind = invoice.direction === 'emitida' ? sell : buy;
  const stop = useWithdrawalStop(useRole(), key);
  const rodeos = useRodeos();
  const { ready } = useFarmStatus();
  // A farm known to have none never meets the word (domain.md §3.1).
  const isWithoutRodeos = ready && rodeos?.length === 0;
  const start: HerdDraft = {
    date: dayOf(invoice, today),
    rodeo_id: '',
    lot_id: '',
    lines: linesOf(invoice, booked),
  };
  return (
    <>
      <DraftSheet
        title={planWords('hacienda', invoice.direction)}
        draftKey={key}
        start={start}
        saveLabel={invoice.direction === 'emitida' ? 'Registrar venta' : 'Registrar compra'}
        onClose={onClose}
        save={async (values, draftKey) => {
          const said = isWithoutRodeos ? { ...values, rodeo_id: none } : values;
          const asked = await stop.ask(kind, bodyOf(said, invoice));
          if (asked === null) return { message: null, issues: [] };
          const done = asked.ok ? await farm.acts.recordMovement(kind.type, asked.value, draftKey) : asked;
          if (done.ok) {
            stop.forget();
            void farm.acts.sendNow();
          }
          return failureIn(done, (path) => atField(path, values));
        }}
      >
        {(form) => <HerdFields {...{ form, today, kind }} rodeos={isWithoutRodeos ? null : (rodeos ?? [])} />}
      </DraftSheet>
      {stop.dialog}
    </>
  );
};

interface HerdFieldsProps {
  readonly form: PartOf<HerdDraft>;
  readonly today: string;
  readonly kind: Pick<RecordedKind, 'handsOver'>;
  /** Null: the farm keeps none. */
  readonly rodeos: NonNullable<ReturnType<typeof useRodeos>> | null;
}

const HerdFields = ({ form, today, kind, rodeos }: HerdFieldsProps) => {
  const { values, bind } = form;
  const categories = useCategories() ?? [];
  const stock = useStock() ?? [];
  const lots = useLots() ?? [];
  return (
    <>
      {rodeos ? (
        <SelectField
          label="Rodeo"
          options={optionsOf([...rodeos.map(({ rodeo }) => rodeo), { id: none, name: 'Sin rodeo' }])}
          {...bind('rodeo_id')}
        />
      ) : null}
      <SelectField
        label="Lote"
        options={optionsOf([...lots.map(({ lot }) => lot), { id: none, name: 'Sin lote' }])}
        {...bind('lot_id')}
      />
      <DateField label="Fecha" today={today} max={addDays(today, 1)} {...bind('date')} />
      {values.lines.map((line, at) => (
        // Lines have no id and are never re-ordered.
        <div key={at} className={styles.line} role="group" aria-label={`Ítem ${at + 1}`}>
          <h3 className={styles.lineHead}>{line.concept}</h3>
          <SelectField
            label="Categoría"
            options={optionsOf(choosable(categories, stock, line.category_id))}
            {...lineOf(form, 'lines', at, line).bind('category_id')}
          />
          <NumberField label="Cabezas" {...lineOf(form, 'lines', at, line).bind('heads')} />
        </div>
      ))}
      <TagReminder
        kind={kind}
        date={values.date}
        types={saidIn(values).map((line) => line.category_id)}
        categories={categories}
      />
      <p id={form.fieldId('animals')} tabIndex={-1}>
        ¿Va a varios {rodeos ? 'rodeos' : 'lotes'}? Poné las cabezas de uno y guardá: lo que queda se registra después.
        Vacío es que no entra.
      </p>
    </>
  );
};
