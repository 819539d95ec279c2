import {
  currencies,
  directions,
  formatCuit,
  formatDay,
  formatNumber,
  isDebt,
  isNumbered,
  type Invoice,
  invoiceKinds,
  isCuit,
  letters,
  liquidations,
  netKg,
  vatConditions,
} from '#domain';
import { MoneyField, type PartOf } from '#forms';
import { Chip, ChipGroup, DateField, NumberField, Segmented, SelectField, TextArea, TextField } from '#ui';
import styles from './billing.module.css';
import { type InvoiceDraft, isOfHerd } from './invoice-draft.ts';
import { filledIn, knownParties, usualDueDay } from './suppliers.ts';

export interface PartProps {
  readonly form: PartOf<InvoiceDraft>;
  readonly today: string;
  /** Earlier invoices: their parties and terms of payment are proposed. */
  readonly others?: readonly Invoice[];
}

/** What a paper says above its lines. */
export const HeadFields = (part: PartProps) => (
  <>
    <PaperFields {...part} />
    <PartyFields {...part} />
    <PaperFootFields {...part} />
  </>
);

const PaperFields = ({ form }: PartProps) => {
  const { values, bind } = form;
  const isWhole = isNumbered(values.kind);
  return (
    <>
      <Segmented
        label="Sentido"
        {...bind('direction')}
        options={{ recibida: directions.recibida, emitida: directions.emitida }}
      />
      <SelectField label="Tipo" options={invoiceKinds} {...bind('kind')} />
      {values.kind === 'liquidacion' ? (
        <SelectField
          label="Clase de liquidación"
          optional
          options={Object.entries(liquidations).map(([value, { label }]) => ({ value, label }))}
          {...bind('liquidation')}
        />
      ) : null}
      {isWhole ? (
        <ChipGroup
          label="Letra"
          options={letters.map((letter) => ({ value: letter, label: letter }))}
          {...bind('letter')}
          value={letters.find((letter) => letter === values.letter) ?? null}
        />
      ) : null}
      {values.kind === 'ticket' ? null : (
        <div className={styles.pair}>
          <TextField
            label="Punto de venta"
            optional={!isWhole}
            inputMode="numeric"
            maxLength={5}
            {...bind('point_of_sale')}
          />
          <TextField label="Número" optional={!isWhole} inputMode="numeric" maxLength={8} {...bind('number')} />
        </div>
      )}
    </>
  );
};

const PartyFields = ({ form, others = [] }: PartProps) => {
  const { values, change, bind, fieldId } = form;
  const parties = knownParties(others, values.direction);
  return (
    <>
      <TextField
        label={values.direction === 'emitida' ? 'Cliente' : 'Proveedor'}
        maxLength={160}
        autoComplete="off"
        list={fieldId('names')}
        {...bind('name')}
        onChange={(name) => change(filledIn(parties, name, values))}
      />
      <datalist id={fieldId('names')}>
        {parties.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {values.kind === 'ticket' ? null : <FiscalFields form={form} />}
    </>
  );
};

/** Tax data of the other side; a ticket does not ask. */
const FiscalFields = ({ form }: Pick<PartProps, 'form'>) => {
  const { values, change, bind, errorOf } = form;
  const wrong = errorOf('cuit');
  const isOdd = values.cuit.replace(/\D/g, '').length >= 11 && !isCuit(values.cuit);
  return (
    <>
      <TextField
        label="CUIT"
        inputMode="numeric"
        maxLength={13}
        autoComplete="off"
        {...bind('cuit')}
        onBlur={() => change({ cuit: formatCuit(values.cuit) })}
        {...(isOdd ? { error: 'El CUIT no es válido' } : wrong)}
      />
      <SelectField label="Condición de IVA" optional options={vatConditions} {...bind('vat_condition')} />
    </>
  );
};

/** A ticket is paid at once, but what it says is shown. */
const asksDueDay = ({ kind, due_on }: InvoiceDraft): boolean =>
  isDebt({ kind }) && (kind !== 'ticket' || due_on !== '');

const PaperFootFields = ({ form, today, others = [] }: PartProps) => {
  const { values, change, bind } = form;
  const usual = values.due_on ? null : usualDueDay(others, values);
  const isTicket = values.kind === 'ticket';
  return (
    <>
      <DateField label="Fecha de emisión" today={today} max={today} {...bind('issued_on')} />
      {asksDueDay(values) ? (
        <DateField
          label="Vencimiento del pago"
          optional
          shortcuts={false}
          hint="El día en que hay que pagar, no el vencimiento del CAE."
          today={today}
          {...bind('due_on')}
        />
      ) : null}
      {usual && asksDueDay(values) ? (
        <Chip pressed={false} onPress={() => change({ due_on: usual.day })}>
          Propuesto: {formatDay(usual.day)} ({usual.days} días, como la última vez)
        </Chip>
      ) : null}
      <ChipGroup label="Moneda" options={currencies} {...bind('currency')} />
      {values.currency === 'USD' ? <MoneyField label="Cotización" {...bind('exchange_rate')} /> : null}
      <MoneyField
        label={isTicket ? 'Total del ticket' : 'Total del comprobante'}
        optional={!isTicket}
        hint={
          isTicket ? 'Con eso alcanza: los ítems son opcionales.' : 'Como figura en el papel: se compara con la suma.'
        }
        {...bind('total')}
      />
    </>
  );
};

/** Weighed kilos and shrink: `kg limpios = kg sucios × (1 − desbaste)`. */
export const WeightFields = ({ form }: Pick<PartProps, 'form'>) => {
  const { values, bind } = form;
  if (!isOfHerd(values)) return null;
  const { gross_kg, shrink_pct } = values;
  const isReady = typeof gross_kg === 'number' && typeof shrink_pct === 'number';
  const clean = isReady ? netKg({ gross_kg, shrink_pct }) : null;
  return (
    <>
      <div className={styles.halves}>
        <NumberField label="Kilos sucios" unit="kg" optional {...bind('gross_kg')} value={gross_kg ?? null} />
        <NumberField label="Desbaste" unit="%" optional {...bind('shrink_pct')} value={shrink_pct ?? null} />
      </div>
      {clean === null ? null : <p role="status">Kilos limpios: {formatNumber(clean, 1)} kg</p>}
    </>
  );
};

export const RestFields = ({ form, today }: PartProps) => {
  const { values, bind } = form;
  return (
    <>
      {isNumbered(values.kind) ? (
        <>
          <TextField label="CAE" optional inputMode="numeric" maxLength={14} {...bind('cae')} />
          {values.cae ? (
            <DateField
              label="Vencimiento del CAE"
              optional
              shortcuts={false}
              today={today}
              {...bind('cae_expires_on')}
              value={values.cae_expires_on ?? ''}
            />
          ) : null}
        </>
      ) : null}
      <TextArea label="Observaciones" optional maxLength={2000} {...bind('notes')} />
    </>
  );
};
