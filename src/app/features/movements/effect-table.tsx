import { formatNumber } from '../../../domain/numbers.ts';
import type { Movement } from '../../../domain/movements/movement.ts';
import type { Posting } from '../../../domain/movements/ledger.ts';
import { Card } from '../../ui/card.tsx';
import { useLive } from '../../frame/farm-context.tsx';
import styles from './movements.module.css';

interface EffectTableProps {
  readonly lines: readonly Posting[];
  readonly movement: Pick<Movement, 'metadata'>;
}

/** What a place was called that is gone: ' (era: El Ombú)'; nothing where there are several, or none (domain.md §5, F25). */
function wasCalled({ metadata }: Pick<Movement, 'metadata'>, control: 'lot' | 'rodeo'): string {
  const was = (metadata['was'] ?? {}) as Readonly<Record<string, string>>;
  const names = Object.entries(was).flatMap(([field, name]) => (field.includes(control) ? [name] : []));
  const [only] = names;
  return names.length === 1 ? ` (era: ${only})` : '';
}

/** What the movement did to the herd, cell by cell (domain.md §2.16). */
export const EffectTable = ({ lines, movement }: EffectTableProps) => {
  const lots = useLive((views) => views.lots());
  const rodeos = useLive((views) => views.rodeos());
  const categories = useLive((views) => views.categories());
  if (lines.length === 0 || !lots || !rodeos || !categories) return null;
  const lotName = (id: string | null): string =>
    lots.find((view) => view.lot.id === id)?.lot.name ??
    (id ? 'Lote eliminado' : `Sin lote${wasCalled(movement, 'lot')}`);
  const rodeoName = (id: string | null): string =>
    rodeos.find((view) => view.rodeo.id === id)?.rodeo.name ??
    (id ? 'Rodeo eliminado' : `Sin rodeo${wasCalled(movement, 'rodeo')}`);
  return (
    <Card title="Efecto en la hacienda">
      <table className={styles.effect}>
        <thead>
          <tr>
            <th scope="col">Lugar</th>
            <th scope="col">Categoría</th>
            <th scope="col">Cabezas</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.lot} ${line.rodeo} ${line.category}`}>
              <td>
                {lotName(line.lot)}
                <br />
                <small>{rodeoName(line.rodeo)}</small>
              </td>
              <td>{categories.find((category) => category.id === line.category)?.name ?? 'Categoría eliminada'}</td>
              <td>
                {line.head > 0 ? '+' : '−'}
                {formatNumber(Math.abs(line.head), 0)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
};
