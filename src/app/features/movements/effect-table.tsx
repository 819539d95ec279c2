import { formatNumber } from '../../../domain/numbers.ts';
import type { Posting } from '../../../domain/movements/ledger.ts';
import { Card } from '../../ui/card.tsx';
import { useLive } from '../../frame/farm-context.tsx';
import styles from './movements.module.css';

/** What the movement did to the herd, cell by cell (domain.md §2.16). */
export const EffectTable = ({ lines }: { readonly lines: readonly Posting[] }) => {
  const lots = useLive((views) => views.lots());
  const rodeos = useLive((views) => views.rodeos());
  const categories = useLive((views) => views.categories());
  if (lines.length === 0 || !lots || !rodeos || !categories) return null;
  const lotName = (id: string | null): string =>
    lots.find((view) => view.lot.id === id)?.lot.name ?? (id ? 'Lote eliminado' : 'Sin lote');
  const rodeoName = (id: string | null): string =>
    rodeos.find((view) => view.rodeo.id === id)?.rodeo.name ?? (id ? 'Rodeo eliminado' : 'Sin rodeo');
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
