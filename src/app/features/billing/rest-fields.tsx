import { netKg } from '../../../domain/office/invoice-sums.ts';
import { formatNumber } from '../../../domain/numbers.ts';
import { DateField } from '../../ui/date-field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import styles from './billing.module.css';
import { isNumbered, isOfHerd } from './invoice-draft.ts';
import type { PartProps } from './invoice-fields.tsx';

/** Kilos of animals as they were weighed, and what the buyer takes off: `kg limpios = kg sucios × (1 − desbaste)`. */
export const WeightFields = ({ form, fieldId }: Pick<PartProps, 'form' | 'fieldId'>) => {
  const { values, change, errorOf } = form;
  if (!isOfHerd(values)) return null;
  const { gross_kg, shrink_pct } = values;
  const isReady = typeof gross_kg === 'number' && typeof shrink_pct === 'number';
  const clean = isReady ? netKg({ gross_kg, shrink_pct }) : null;
  return (
    <>
      <div className={styles.halves}>
        <NumberField
          id={fieldId('gross_kg')}
          label="Kilos sucios"
          unit="kg"
          optional
          value={gross_kg ?? null}
          onChange={(kilos) => change({ gross_kg: kilos })}
          {...errorOf('gross_kg')}
        />
        <NumberField
          id={fieldId('shrink_pct')}
          label="Desbaste"
          unit="%"
          optional
          value={shrink_pct ?? null}
          onChange={(percent) => change({ shrink_pct: percent })}
          {...errorOf('shrink_pct')}
        />
      </div>
      {clean === null ? null : <p role="status">Kilos limpios: {formatNumber(clean, 1)} kg</p>}
    </>
  );
};

/** What need not be said. */
export const RestFields = ({ form, fieldId, today }: PartProps) => {
  const { values, change, errorOf } = form;
  return (
    <>
      {isNumbered(values.kind) ? (
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
          {values.cae ? (
            <DateField
              id={fieldId('cae_expires_on')}
              label="Vencimiento del CAE"
              optional
              shortcuts={false}
              today={today}
              value={values.cae_expires_on ?? ''}
              onChange={(cae_expires_on) => change({ cae_expires_on })}
              {...errorOf('cae_expires_on')}
            />
          ) : null}
        </>
      ) : null}
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
