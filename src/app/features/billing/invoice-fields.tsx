import { liquidations } from '../../../domain/office/arca-codes.ts';
import { formatCuit, isCuit } from '../../../domain/office/cuit.ts';
import {
  currencies,
  directions,
  type Invoice,
  invoiceKinds,
  letters,
  vatConditions,
} from '../../../domain/office/invoices.ts';
import { formatDay } from '../../../domain/dates.ts';
import type { KeptForm } from '../../frame/kept-form.ts';
import { MoneyField } from '../../frame/money-field.tsx';
import { Chip, ChipGroup } from '../../ui/chip.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './billing.module.css';
import { type InvoiceDraft, isNumbered } from './invoice-draft.ts';
import { filledIn, knownParties, usualDueDay } from './suppliers.ts';

/** What a part of the form is given of it. */
export interface PartProps {
  readonly form: Pick<KeptForm<InvoiceDraft>, 'values' | 'change' | 'errorOf'>;
  readonly fieldId: (path: string) => string;
  readonly today: string;
  /** What is in the books already: who was on the other side before, and for how long he gave credit. */
  readonly others?: readonly Invoice[];
}

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** What paper it is, and which. */
export const PaperFields = ({ form, fieldId }: PartProps) => {
  const { values, change, errorOf } = form;
  const isWhole = isNumbered(values.kind);
  return (
    <>
      <Segmented
        label="Sentido"
        value={values.direction}
        onChange={(direction) => change({ direction })}
        options={[
          { value: 'recibida', label: directions.recibida },
          { value: 'emitida', label: directions.emitida },
        ]}
      />
      <SelectField
        id={fieldId('kind')}
        label="Tipo"
        options={optionsOf(invoiceKinds)}
        value={values.kind}
        onChange={(kind) => change({ kind })}
        {...errorOf('kind')}
      />
      {values.kind === 'liquidacion' ? (
        <SelectField
          label="Clase de liquidación"
          optional
          options={Object.entries(liquidations).map(([value, { label }]) => ({ value, label }))}
          value={values.liquidation}
          onChange={(liquidation) => change({ liquidation })}
        />
      ) : null}
      {isWhole ? (
        <ChipGroup
          id={fieldId('letter')}
          label="Letra"
          options={letters.map((letter) => ({ value: letter, label: letter }))}
          value={letters.find((letter) => letter === values.letter) ?? null}
          onChange={(letter) => change({ letter })}
          {...errorOf('letter')}
        />
      ) : null}
      {values.kind === 'ticket' ? null : (
        <div className={styles.pair}>
          <TextField
            id={fieldId('point_of_sale')}
            label="Punto de venta"
            optional={!isWhole}
            inputMode="numeric"
            maxLength={5}
            value={values.point_of_sale}
            onChange={(point_of_sale) => change({ point_of_sale })}
            {...errorOf('point_of_sale')}
          />
          <TextField
            id={fieldId('number')}
            label="Número"
            optional={!isWhole}
            inputMode="numeric"
            maxLength={8}
            value={values.number}
            onChange={(number) => change({ number })}
            {...errorOf('number')}
          />
        </div>
      )}
    </>
  );
};

/** Who is on the other side. */
export const PartyFields = ({ form, fieldId, others = [] }: PartProps) => {
  const { values, change, errorOf } = form;
  const parties = knownParties(others, values.direction);
  return (
    <>
      <TextField
        id={fieldId('name')}
        label={values.direction === 'emitida' ? 'Cliente' : 'Proveedor'}
        maxLength={160}
        autoComplete="off"
        list={fieldId('names')}
        value={values.name}
        onChange={(name) => change(filledIn(parties, name, values))}
        {...errorOf('name')}
      />
      <datalist id={fieldId('names')}>
        {parties.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {values.kind === 'ticket' ? null : <FiscalFields form={form} fieldId={fieldId} />}
    </>
  );
};

/** What the tax office knows him by; a ticket does not ask. */
const FiscalFields = ({ form, fieldId }: Pick<PartProps, 'form' | 'fieldId'>) => {
  const { values, change, errorOf } = form;
  const wrong = errorOf('cuit');
  const isOdd = values.cuit.replace(/\D/g, '').length >= 11 && !isCuit(values.cuit);
  return (
    <>
      <TextField
        id={fieldId('cuit')}
        label="CUIT"
        inputMode="numeric"
        maxLength={13}
        autoComplete="off"
        value={values.cuit}
        onChange={(cuit) => change({ cuit })}
        onBlur={() => change({ cuit: formatCuit(values.cuit) })}
        {...(isOdd ? { error: 'El CUIT no es válido' } : wrong)}
      />
      <SelectField
        label="Condición de IVA"
        optional
        options={optionsOf(vatConditions)}
        value={values.vat_condition}
        onChange={(vat_condition) => change({ vat_condition })}
      />
    </>
  );
};

/** When, in which money, and what stands at the foot of the paper. */
export const PaperFootFields = ({ form, fieldId, today, others = [] }: PartProps) => {
  const { values, change, errorOf } = form;
  const usual = values.due_on ? null : usualDueDay(others, values);
  const isTicket = values.kind === 'ticket';
  return (
    <>
      <DateField
        id={fieldId('issued_on')}
        label="Fecha de emisión"
        today={today}
        max={today}
        value={values.issued_on}
        onChange={(issued_on) => change({ issued_on })}
        {...errorOf('issued_on')}
      />
      {isTicket ? null : (
        <DateField
          id={fieldId('due_on')}
          label="Vencimiento del pago"
          optional
          shortcuts={false}
          hint="El día en que hay que pagar, no el vencimiento del CAE."
          today={today}
          value={values.due_on}
          onChange={(due_on) => change({ due_on })}
          {...errorOf('due_on')}
        />
      )}
      {usual && !isTicket ? (
        <Chip pressed={false} onPress={() => change({ due_on: usual.day })}>
          Propuesto: {formatDay(usual.day)} ({usual.days} días, como la última vez)
        </Chip>
      ) : null}
      <ChipGroup
        label="Moneda"
        options={optionsOf(currencies)}
        value={values.currency}
        onChange={(currency) => change({ currency })}
      />
      {values.currency === 'USD' ? (
        <MoneyField
          id={fieldId('exchange_rate')}
          label="Cotización"
          value={values.exchange_rate}
          onChange={(exchange_rate) => change({ exchange_rate })}
          {...errorOf('exchange_rate')}
        />
      ) : null}
      <MoneyField
        id={fieldId('total')}
        label={isTicket ? 'Total del ticket' : 'Total del comprobante'}
        optional={!isTicket}
        hint={
          isTicket ? 'Con eso alcanza: los ítems son opcionales.' : 'Como figura en el papel: se compara con la suma.'
        }
        value={values.total}
        onChange={(total) => change({ total })}
        {...errorOf('total')}
      />
    </>
  );
};
