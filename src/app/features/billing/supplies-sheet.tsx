import { addDays, type Asset, baseOf, type Invoice, storedOf } from '#domain';
import { assetBatch } from '#domain/movements/kinds/supplies.ts';
import { DraftSheet, failedAt, failureIn, lineOf, type PartOf } from '#forms';
import { supplyBody, SupplyFields, type SupplyLine, supplyLine } from '#farm/supply-picker.tsx';
import { useAssets, useFarm, useToday } from '#platform';
import { CheckField, DateField, Sheet, Skeleton } from '#ui';
import styles from './billing.module.css';
import { currencyOf, otherPartyOf } from './invoice-facts.ts';
import { dayOf, itemFor, planWords } from './stock-plan.ts';

interface PaperLine extends SupplyLine {
  readonly concept: string;
  /** Freight and fees are not stored. */
  readonly goesIn: boolean;
}

interface SuppliesDraft {
  readonly date: string;
  readonly lines: readonly PaperLine[];
}

interface SuppliesSheetProps {
  readonly invoice: Invoice;
  readonly onClose: () => void;
}

/** Lines with the supply each likely means; all of a delivery note go in. */
const linesOf = (invoice: Invoice, items: readonly Asset[]): readonly PaperLine[] =>
  storedOf(invoice).lines.map(({ concept, quantity }) => {
    const item = itemFor(concept, items);
    const goesIn = item !== null || invoice.kind === 'remito';
    return { concept, goesIn, ...supplyLine(item?.id), quantity: quantity ?? null };
  });

const takenIn = (draft: SuppliesDraft) =>
  draft.lines.map((line, at) => ({ ...line, at })).filter((line) => line.goesIn);

function bodyOf(draft: SuppliesDraft, invoice: Invoice, items: readonly Asset[]): Readonly<Record<string, unknown>> {
  const lines = takenIn(draft);
  const total = baseOf(invoice);
  const isWhole = lines.length === draft.lines.length && currencyOf(invoice) === 'ARS';
  return {
    date: draft.date,
    invoice_id: invoice.id,
    supplier: otherPartyOf(invoice).name,
    // The total of a paper with other goods is not what these cost.
    ...(isWhole && total !== '0.00' && { total }),
    lines: lines.map((line) => supplyBody(line, items)),
  };
}

/** The field of a line in this form, for an issue of the record. */
const atField = (path: string, draft: SuppliesDraft): string => {
  const [, index, name] = /^lines\.(\d+)(?:\.(\w+))?/.exec(path) ?? [];
  const line = takenIn(draft)[Number(index)];
  return line ? `lines.${line.at}.${name ?? 'name'}` : path;
};

/** Stores what came with a paper: one ASSET_BATCH (domain.md §2.5, §2.8). Works offline. */
export const SuppliesSheet = ({ invoice, onClose }: SuppliesSheetProps) => {
  const items = useAssets()?.map((view) => view.row);
  if (!items)
    return (
      <Sheet open title={planWords('insumos', invoice.direction)} onClose={onClose}>
        <Skeleton rows={4} />
      </Sheet>
    );
  return <OpenSheet invoice={invoice} items={items} onClose={onClose} />;
};

const OpenSheet = ({ invoice, items, onClose }: SuppliesSheetProps & { readonly items: readonly Asset[] }) => {
  const farm = useFarm();
  const today = useToday();
  const start: SuppliesDraft = { date: dayOf(invoice, today), lines: linesOf(invoice, items) };
  return (
    <DraftSheet
      title={planWords('insumos', invoice.direction)}
      draftKey={`insumos ${invoice.id}`}
      start={start}
      saveLabel="Guardar ingreso"
      onClose={onClose}
      save={async (values, draftKey) => {
        if (takenIn(values).length === 0) return failedAt('lines', 'Marcá al menos un ítem que entra al stock');
        const done = await farm.acts.recordMovement(assetBatch.type, bodyOf(values, invoice, items), draftKey);
        if (done.ok) void farm.acts.sendNow();
        return failureIn(done, (path) => atField(path, values));
      }}
    >
      {(form) => (
        <>
          <DateField label="Fecha" today={today} max={addDays(today, 1)} {...form.bind('date')} />
          <div id={form.fieldId('lines')} tabIndex={-1}>
            {form.values.lines.map((line, at) => (
              <LineFields
                // Lines have no id and are never re-ordered.
                key={at}
                {...lineOf(form, 'lines', at, line)}
                items={items}
                today={today}
              />
            ))}
          </div>
        </>
      )}
    </DraftSheet>
  );
};

interface LineFieldsProps extends PartOf<PaperLine> {
  readonly items: readonly Asset[];
  readonly today: string;
}

const LineFields = (part: LineFieldsProps) => {
  const { concept, goesIn } = part.values;
  return (
    <div className={styles.line} role="group" aria-label={concept}>
      <div className={styles.whole}>
        <CheckField label={concept} hint={goesIn ? 'Entra al stock' : 'No entra al stock'} {...part.bind('goesIn')} />
      </div>
      {goesIn ? <SupplyFields {...part} other="Uno que no está en la lista…" /> : null}
    </div>
  );
};
