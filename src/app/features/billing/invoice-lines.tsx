import {
  addsUp,
  byId,
  chargeKinds,
  choosable,
  type InvoiceSums,
  type StoredInvoice,
  sumsOf,
  taxes,
  vatRates,
  withholdingKinds,
} from '#domain';
import { type Bindable, lineOf, MoneyField, type PartOf } from '#forms';
import { Button, ChipGroup, IconButton, Notice, NumberField, optionsOf, SelectField, TextField } from '#ui';
import styles from './billing.module.css';
import { type AmountDraft, blankAmount, blankHerdLine, blankLine, type LineDraft } from './invoice-draft.ts';
import { centsWords, currencyOf, type RateSum, rateWords } from './invoice-facts.ts';
import type { PartProps } from './invoice-fields.tsx';
import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { sumsReady } from './unread.ts';
import { useCategories } from '#platform';

interface AmountsProps extends Pick<PartProps, 'form'> {
  readonly word: string;
  readonly addWord: string;
  readonly name: 'charges' | 'withholdings';
  readonly kinds: Readonly<Record<string, string>>;
}

const Amounts = ({ kinds, ...list }: AmountsProps) => (
  <Lines<AmountDraft, AmountsProps['name']> {...list} blank={{ ...blankAmount, kind: Object.keys(kinds)[0] ?? '' }}>
    {({ bind }) => (
      <>
        <SelectField label="Qué es" options={kinds} {...bind('kind')} />
        {list.name === 'withholdings' ? (
          <>
            <SelectField label="Impuesto" options={taxes} {...bind('tax')} />
            <MoneyField label="Importe" {...bind('amount')} />
          </>
        ) : (
          <MoneyField label="Importe neto" {...bind('amount', 'net')} />
        )}
      </>
    )}
  </Lines>
);

/** Costs of a liquidation, percepciones and retenciones. */
export const OtherAmounts = ({ form }: Omit<PartProps, 'today'>) => (
  <>
    {form.values.kind === 'liquidacion' ? (
      <Amounts form={form} name="charges" word="Gasto" addWord="Agregar gasto" kinds={chargeKinds} />
    ) : null}
    <Amounts
      form={form}
      name="withholdings"
      word="Percepción o retención"
      addWord="Agregar percepción o retención"
      kinds={withholdingKinds}
    />
  </>
);

/** What the lines come to while typing, against the paper's total. */
export const Sums = ({ invoice }: { readonly invoice: StoredInvoice }) => {
  const { ready, isUnread } = sumsReady(invoice);
  const sums = sumsOf(ready);
  const currency = currencyOf(invoice);
  const isOff = ready.lines.length > 0 && !addsUp(sums);
  return (
    <>
      <SumList sums={sums} currency={currency} isUnread={isUnread} isOurs={invoice.direction === 'emitida'} />
      {isOff ? (
        <Notice tone="warn" role="status" title="La suma no da">
          Los ítems suman {centsWords(sums.computed, currency)} y el comprobante dice {centsWords(sums.total, currency)}
          . Podés guardarla como borrador y revisarla después.
        </Notice>
      ) : null}
    </>
  );
};

interface SumListProps {
  readonly sums: InvoiceSums;
  readonly currency: 'ARS' | 'USD';
  readonly rates?: readonly RateSum[];
  /** An amount cannot be read: nothing is known of the sums. */
  readonly isUnread?: boolean;
  /** Collected, not paid. */
  readonly isOurs: boolean;
}

/** Net, VAT, other amounts and total. */
export const SumList = ({ sums, currency, rates = [], isUnread = false, isOurs }: SumListProps) => {
  const { net, vat, other, total, due } = sums;
  const rows = [
    { words: 'Neto', cents: net },
    ...(rates.length > 0 ? rates : [{ words: 'IVA', cents: vat }]),
    ...(other === 0n ? [] : [{ words: 'Otros', cents: other }]),
    { words: 'Total', cents: total },
    ...(due === total ? [] : [{ words: `A ${isOurs ? 'cobrar' : 'pagar'}, sin retenciones`, cents: due }]),
  ];
  return (
    <dl className={styles.sums} aria-label="Importes">
      {rows.map(({ words, cents }) => (
        <div key={words} className={words === 'Total' ? styles.total : undefined}>
          <dt>{words}</dt>
          <dd>{isUnread ? '—' : centsWords(cents, currency)}</dd>
        </div>
      ))}
    </dl>
  );
};

interface LinesProps<Line extends object, Name extends string> {
  readonly word: string;
  readonly addWord: string;
  readonly form: Bindable<Readonly<Record<Name, readonly Line[]>>>;
  readonly name: Name;
  readonly blank: Line;
  readonly children: (line: PartOf<Line>) => ReactNode;
}

function Lines<Line extends object, Name extends string>(props: LinesProps<Line, Name>) {
  const { word, addWord, form, name, blank, children } = props;
  const lines = form.values[name];
  const change = (next: readonly Line[]): void =>
    form.change({ [name]: next } as Readonly<Record<Name, readonly Line[]>>);
  return (
    <div>
      {lines.map((line, at) => (
        // Lines have no id and are never re-ordered.
        <div key={at} className={styles.line} role="group" aria-label={`${word} ${at + 1}`}>
          <div className={styles.lineHead}>
            <h3>{`${word} ${at + 1}`}</h3>
            <IconButton
              label={`Quitar ${word.toLowerCase()} ${at + 1}`}
              icon={<X />}
              onClick={() => change(lines.filter((_, index) => index !== at))}
            />
          </div>
          {children(lineOf(form, name, at, line))}
        </div>
      ))}
      <Button variant="quiet" icon={<Plus />} onClick={() => change([...lines, blank])}>
        {addWord}
      </Button>
    </div>
  );
}

const rates = vatRates.map((rate) => ({ value: String(rate), label: rateWords(rate) }));

/** A new line is like the one before it; a liquidación is of animals. */
const nextLine = (lines: readonly LineDraft[], kind: string): LineDraft =>
  (lines.at(-1)?.of ?? (kind === 'liquidacion' ? 'hacienda' : 'otro')) === 'hacienda' ? blankHerdLine : blankLine;

/** What was bought or sold; the net is quantity × price, or typed. */
export const LineFields = ({ form }: Omit<PartProps, 'today'>) => {
  const { values } = form;
  const isSale = values.direction === 'emitida';
  return (
    <Lines<LineDraft, 'lines'>
      word="Ítem"
      addWord="Agregar ítem"
      form={form}
      name="lines"
      blank={nextLine(values.lines, values.kind)}
    >
      {(line) => {
        const { values: said, change: set, bind } = line;
        return (
          <>
            <ChipGroup
              label={isSale ? 'Qué se vendió' : 'Qué se compró'}
              value={said.of === 'hacienda' ? 'hacienda' : 'otro'}
              onChange={(of) => set({ of, vat_rate: of === 'hacienda' ? '10.5' : '21' })}
              options={{ hacienda: 'Hacienda', otro: isSale ? 'Otra cosa' : 'Insumo o servicio' }}
            />
            {said.of === 'hacienda' ? <Herd {...line} /> : <Thing {...line} />}
            <MoneyField
              label="o neto del ítem"
              optional
              {...bind('net')}
              onChange={(net) => set({ net, unit_price: '' })}
            />
            <SelectField label="IVA" options={rates} {...bind('vat_rate')} />
          </>
        );
      }}
    </Lines>
  );
};

const Price = ({ values: line, change: set, bind }: PartOf<LineDraft>) => (
  <MoneyField
    label={
      line.of !== 'hacienda' ? 'Precio unitario' : line.price_by === 'kg' ? 'Precio por kilo' : 'Precio por cabeza'
    }
    optional
    {...bind('unit_price')}
    onChange={(unit_price) => set({ unit_price, net: '' })}
  />
);

const Thing = (part: PartOf<LineDraft>) => (
  <>
    <TextField label="Concepto" maxLength={200} {...part.bind('concept')} />
    <NumberField label="Cantidad" {...part.bind('quantity')} />
    <Price {...part} />
  </>
);

/** Animals: category, heads, kilos and what the price is per (domain.md §2.8, lineas). */
const Herd = (part: PartOf<LineDraft>) => {
  const { values: line, change: set, bind } = part;
  const categories = useCategories() ?? [];
  const nameOf = (id: string): string => byId(categories, id)?.name ?? '';
  const choose = (category_id: string): void => {
    // The concept follows the category until somebody edits it.
    const isOwnWords = line.concept.trim() !== '' && line.concept !== nameOf(line.category_id);
    set({ category_id, ...(!isOwnWords && { concept: nameOf(category_id) }) });
  };
  return (
    <>
      <SelectField
        label="Categoría"
        optional
        options={optionsOf(choosable(categories, [], line.category_id))}
        {...bind('category_id')}
        onChange={choose}
      />
      <TextField label="Concepto" optional maxLength={200} {...bind('concept')} />
      <NumberField label="Cabezas" {...bind('heads')} />
      <NumberField label="Kilos" unit="kg" optional={line.price_by === 'cabeza'} {...bind('kg')} />
      <ChipGroup label="Precio por" {...bind('price_by')} options={{ kg: 'Kilo', cabeza: 'Cabeza' }} />
      <Price {...part} />
    </>
  );
};
