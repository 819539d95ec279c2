import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { addsUp, type InvoiceSums, sumsOf } from '../../../domain/office/invoice-sums.ts';
import { chargeKinds, type KeptInvoice, taxes, vatRates, withholdingKinds } from '../../../domain/office/invoices.ts';
import { MoneyField } from '../../frame/money-field.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './billing.module.css';
import { type AmountDraft, blankAmount, blankLine, type LineDraft, sumsReady } from './invoice-draft.ts';
import { centsWords } from './invoice-facts.ts';
import type { PartProps } from './invoice-fields.tsx';

const rateWords = (rate: (typeof vatRates)[number]): string =>
  rate === 'exento' ? 'Exento' : rate === 'no_gravado' ? 'No gravado' : `${String(rate).replace('.', ',')} %`;
const rates = vatRates.map((rate) => ({ value: String(rate), label: rateWords(rate) }));
const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

interface ListProps<Line> {
  readonly word: string;
  readonly addWord: string;
  readonly lines: readonly Line[];
  readonly blank: Line;
  readonly onChange: (lines: readonly Line[]) => void;
  readonly children: (line: Line, change: (changes: Partial<Line>) => void, at: number) => ReactNode;
}

/** Several lines of one shape, each with its way out. */
function Lines<Line>({ word, addWord, lines, blank, onChange, children }: ListProps<Line>) {
  return (
    <div>
      {lines.map((line, at) => (
        // Lines have no id of their own and are never re-ordered: their place is their name.
        <div key={at} className={styles.line} role="group" aria-label={`${word} ${at + 1}`}>
          <div className={styles.lineHead}>
            <h3>{`${word} ${at + 1}`}</h3>
            <IconButton
              label={`Quitar ${word.toLowerCase()} ${at + 1}`}
              icon={<X size={24} aria-hidden />}
              onClick={() => onChange(lines.filter((_, index) => index !== at))}
            />
          </div>
          {children(
            line,
            (changes) => onChange(lines.map((one, index) => (index === at ? { ...one, ...changes } : one))),
            at,
          )}
        </div>
      ))}
      <Button variant="quiet" icon={<Plus size={24} aria-hidden />} onClick={() => onChange([...lines, blank])}>
        {addWord}
      </Button>
    </div>
  );
}

/** What was bought or sold; the net is the quantity times the price, or said outright. */
export const LineFields = ({ form, fieldId }: Omit<PartProps, 'today'>) => {
  const { values, change, errorOf } = form;
  return (
    <Lines<LineDraft>
      word="Ítem"
      addWord="Agregar ítem"
      lines={values.lines}
      blank={blankLine}
      onChange={(lines) => change({ lines })}
    >
      {(line, set, at) => (
        <>
          <TextField
            id={fieldId(`lines.${at}.concept`)}
            label="Concepto"
            maxLength={200}
            value={line.concept}
            onChange={(concept) => set({ concept })}
            {...errorOf(`lines.${at}.concept`)}
          />
          <NumberField
            id={fieldId(`lines.${at}.quantity`)}
            label="Cantidad"
            value={line.quantity}
            onChange={(quantity) => set({ quantity })}
            {...errorOf(`lines.${at}.quantity`)}
          />
          <MoneyField
            id={fieldId(`lines.${at}.unit_price`)}
            label="Precio unitario"
            optional
            value={line.unit_price}
            onChange={(unit_price) => set({ unit_price, net: '' })}
            {...errorOf(`lines.${at}.unit_price`)}
          />
          <MoneyField
            id={fieldId(`lines.${at}.net`)}
            label="o neto del ítem"
            optional
            value={line.net}
            onChange={(net) => set({ net, unit_price: '' })}
            {...errorOf(`lines.${at}.net`)}
          />
          <SelectField label="IVA" options={rates} value={line.vat_rate} onChange={(vat_rate) => set({ vat_rate })} />
        </>
      )}
    </Lines>
  );
};

interface AmountsProps extends Pick<ListProps<AmountDraft>, 'word' | 'addWord' | 'lines' | 'onChange'> {
  readonly kinds: Readonly<Record<string, string>>;
  readonly withTax: boolean;
  readonly fieldId: (at: number) => string;
}

const Amounts = ({ kinds, withTax, fieldId, ...list }: AmountsProps) => (
  <Lines<AmountDraft> {...list} blank={{ ...blankAmount, kind: Object.keys(kinds)[0] ?? '' }}>
    {(line, set, at) => (
      <>
        <SelectField label="Qué es" options={optionsOf(kinds)} value={line.kind} onChange={(kind) => set({ kind })} />
        {withTax ? (
          <SelectField label="Impuesto" options={optionsOf(taxes)} value={line.tax} onChange={(tax) => set({ tax })} />
        ) : null}
        <MoneyField
          id={fieldId(at)}
          label={withTax ? 'Importe' : 'Importe neto'}
          value={line.amount}
          onChange={(amount) => set({ amount })}
        />
      </>
    )}
  </Lines>
);

/** Costs of a liquidation, percepciones and retenciones. */
export const OtherAmounts = ({ form, fieldId }: Omit<PartProps, 'today'>) => {
  const { values, change } = form;
  return (
    <>
      {values.kind === 'liquidacion' ? (
        <Amounts
          word="Gasto"
          addWord="Agregar gasto"
          kinds={chargeKinds}
          withTax={false}
          lines={values.charges}
          onChange={(charges) => change({ charges })}
          fieldId={(at) => fieldId(`charges.${at}.net`)}
        />
      ) : null}
      <Amounts
        word="Percepción o retención"
        addWord="Agregar percepción o retención"
        kinds={withholdingKinds}
        withTax
        lines={values.withholdings}
        onChange={(withholdings) => change({ withholdings })}
        fieldId={(at) => fieldId(`withholdings.${at}.amount`)}
      />
    </>
  );
};

/** What the lines come to, while they are typed, held against what stands on the paper. */
export const Sums = ({ invoice }: { readonly invoice: KeptInvoice }) => {
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
}

/** Net, VAT, the rest and the total. */
export const SumList = ({ sums, currency }: SumListProps) => (
  <dl className={styles.sums} aria-label="Importes">
    <div>
      <dt>Neto</dt>
      <dd>{centsWords(sums.net, currency)}</dd>
    </div>
    <div>
      <dt>IVA</dt>
      <dd>{centsWords(sums.vat, currency)}</dd>
    </div>
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
