import { addsUp, chargeKinds, type InvoiceSums, type StoredInvoice, sumsOf, taxes, withholdingKinds } from '#domain';
import { MoneyField } from '#forms';
import { Notice, SelectField } from '#ui';
import styles from './billing.module.css';
import { type AmountDraft, blankAmount, sumsReady } from './invoice-draft.ts';
import { centsWords, type RateSum } from './invoice-facts.ts';
import type { PartProps } from './invoice-fields.tsx';
import { Lines } from './lines-list.tsx';

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
  const ready = sumsReady(invoice);
  const sums = sumsOf(ready);
  const currency = invoice.currency === 'USD' ? 'USD' : 'ARS';
  const isOff = ready.lines.length > 0 && !addsUp(sums);
  return (
    <>
      <SumList sums={sums} currency={currency} />
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
  /** VAT by rate, where there are several. */
  readonly rates?: readonly RateSum[];
}

/** Net, VAT, other amounts and total. */
export const SumList = ({ sums, currency, rates = [] }: SumListProps) => (
  <dl className={styles.sums} aria-label="Importes">
    <div>
      <dt>Neto</dt>
      <dd>{centsWords(sums.net, currency)}</dd>
    </div>
    {rates.length > 0 ? (
      rates.map(({ words, cents }) => (
        <div key={words}>
          <dt>{words}</dt>
          <dd>{centsWords(cents, currency)}</dd>
        </div>
      ))
    ) : (
      <div>
        <dt>IVA</dt>
        <dd>{centsWords(sums.vat, currency)}</dd>
      </div>
    )}
    {sums.other === 0n ? null : (
      <div>
        <dt>Otros</dt>
        <dd>{centsWords(sums.other, currency)}</dd>
      </div>
    )}
    <div className={styles.total}>
      <dt>Total</dt>
      <dd>{centsWords(sums.total, currency)}</dd>
    </div>
    {sums.due === sums.total ? null : (
      <div>
        <dt>A pagar, sin retenciones</dt>
        <dd>{centsWords(sums.due, currency)}</dd>
      </div>
    )}
  </dl>
);
