import { formatNumber, netKg } from '#domain';
import { DateField, NumberField, TextArea, TextField } from '#ui';
import styles from './billing.module.css';
import { isNumbered, isOfHerd } from './invoice-draft.ts';
import type { PartProps } from './invoice-fields.tsx';

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

/** Optional fields. */
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
