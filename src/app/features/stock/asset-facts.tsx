import type { ReactNode } from 'react';
import { type Asset, doseUnits, formatDay, formatNumber, medicineRoutes } from '#domain';
import { quantityWords } from '#farm/supply-select.tsx';
import { Badge, Card, Row, RowList } from '#ui';
import { batchState, numberAt, stateOfAsset, textAt, toneOf } from './words.ts';
import styles from './stock.module.css';

const wordOf = (labels: Readonly<Record<string, string>>, key: string): string => labels[key] ?? key;

/** Data of an item beside its stock, if any. */
export const AssetFacts = ({ asset }: { readonly asset: Asset }) => {
  const numberWith = (name: string, unit: string): string | null => {
    const value = numberAt(asset, name);
    return value === null ? null : `${formatNumber(value, 3)} ${unit}`;
  };
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Principio activo', textAt(asset, 'active_ingredient')],
    ['Laboratorio', textAt(asset, 'laboratory')],
    ['Dosis estándar', numberWith('standard_dose', wordOf(doseUnits, textAt(asset, 'standard_dose_unit')))],
    ['Vía', wordOf(medicineRoutes, textAt(asset, 'route'))],
    ['Retiro en carne', numberWith('meat_withdrawal_days', 'días')],
    ['Retiro en leche', numberWith('milk_withdrawal_days', 'días')],
    ['Kilos por unidad', numberWith('kg_per_unit', 'kg')],
    ['Depósito', textAt(asset, 'storage')],
    ['Observaciones', textAt(asset, 'notes')],
  ];
  const said = facts.filter(([, value]) => value !== null && value !== '');
  return said.length === 0 ? null : (
    <Card title="Datos">
      <dl className={styles.facts}>
        {said.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
};

/** Batches, the first to expire first. */
export const Batches = ({ asset, today }: { readonly asset: Asset; readonly today: string }) =>
  asset.batches.length === 0 ? null : (
    <Card title="Partidas" flush>
      <RowList label="Partidas">
        {asset.batches.map((batch) => {
          const state = stateOfAsset({ ...asset, minimum: null, quantity: batch.quantity, batches: [batch] }, today);
          return (
            <li key={batch.number}>
              <Row
                title={batch.number}
                subtitle={batch.expires ? `Vence ${formatDay(batch.expires)}` : 'Sin vencimiento'}
                right={
                  <>
                    <strong>{quantityWords(batch.quantity, asset.unit)}</strong>
                    {state === 'normal' ? null : (
                      <Badge tone={toneOf[state]}>{batchState(state, batch.expires, today)}</Badge>
                    )}
                  </>
                }
              />
            </li>
          );
        })}
      </RowList>
    </Card>
  );
