import { currencies, directions, invoiceKinds, letters, vatConditions } from '../../../domain/office/invoices.ts';
import { formatCuit, isCuit } from '../../../domain/office/cuit.ts';
import type { KeptForm } from '../../frame/kept-form.ts';
import { MoneyField } from '../../frame/money-field.tsx';
import { ChipGroup } from '../../ui/chip.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import styles from './billing.module.css';
import type { InvoiceDraft } from './invoice-draft.ts';

/** What a part of the form is given of it. */
export interface PartProps {
  readonly form: Pick<KeptForm<InvoiceDraft>, 'values' | 'change' | 'errorOf'>;
  readonly fieldId: (path: string) => string;
  readonly today: string;
}

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Papers that have a letter and a number of the tax office; the others ask for less (domain.md §2.8). */
const numbered = ['factura', 'nota_credito', 'nota_debito', 'liquidacion'];

/** What paper it is, and which. */
export const PaperFields = ({ form, fieldId }: PartProps) => {
  const { values, change, errorOf } = form;
  const isNumbered = numbered.includes(values.kind);
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
      {isNumbered ? (
        <ChipGroup
          id={fieldId('letter')}
          label="Letra"
          options={letters.map((letter) => ({ value: letter, label: letter }))}
          value={letters.find((letter) => letter === values.letter) ?? null}
          onChange={(letter) => change({ letter })}
          {...errorOf('letter')}
        />
      ) : null}
      <div className={styles.pair}>
        <TextField
          id={fieldId('point_of_sale')}
          label="Punto de venta"
          optional={!isNumbered}
          inputMode="numeric"
          maxLength={5}
          value={values.point_of_sale}
          onChange={(point_of_sale) => change({ point_of_sale })}
          {...errorOf('point_of_sale')}
        />
        <TextField
          id={fieldId('number')}
          label="Número"
          optional={!isNumbered}
          inputMode="numeric"
          maxLength={8}
          value={values.number}
          onChange={(number) => change({ number })}
          {...errorOf('number')}
        />
      </div>
    </>
  );
};

/** Who is on the other side. */
export const PartyFields = ({ form, fieldId }: PartProps) => {
  const { values, change, errorOf } = form;
  const wrong = errorOf('cuit');
  const isOdd = values.cuit.replace(/\D/g, '').length >= 11 && !isCuit(values.cuit);
  return (
    <>
      <TextField
        id={fieldId('name')}
        label={values.direction === 'emitida' ? 'Cliente' : 'Proveedor'}
        maxLength={160}
        autoComplete="off"
        value={values.name}
        onChange={(name) => change({ name })}
        {...errorOf('name')}
      />
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
export const PaperFootFields = ({ form, fieldId, today }: PartProps) => {
  const { values, change, errorOf } = form;
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
        label="Total del comprobante"
        optional
        hint="Como figura en el papel: se compara con la suma."
        value={values.total}
        onChange={(total) => change({ total })}
        {...errorOf('total')}
      />
    </>
  );
};

/** What need not be said. */
export const RestFields = ({ form, fieldId }: PartProps) => {
  const { values, change, errorOf } = form;
  return (
    <>
      <TextField
        id={fieldId('cae')}
        label="CAE"
        optional
        inputMode="numeric"
        maxLength={14}
        value={values.cae}
        onChange={(cae) => change({ cae })}
        {...errorOf('cae')}
      />
      <TextArea
        id={fieldId('notes')}
        label="Observaciones"
        optional
        maxLength={2000}
        value={values.notes}
        onChange={(notes) => change({ notes })}
        {...errorOf('notes')}
      />
    </>
  );
};
