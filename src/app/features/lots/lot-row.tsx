import { Fence } from 'lucide-react';
import { memo } from 'react';
import type { Category } from '../../../domain/farm/categories.ts';
import { evOf, headsIn, loadOf } from '../../../domain/farm/load.ts';
import { formatHectares, formatNumber } from '../../../domain/numbers.ts';
import { RowTo } from '../../frame/links.tsx';
import { badgeOf } from '../../frame/movement-row.tsx';
import type { LotView } from '../../sync/farm.ts';
import { Notice } from '../../ui/notice.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { dotted } from './dotted.ts';
import { LoadBadge, loadWords } from './load-badge.tsx';
import { WaterBadge } from './lot-water.tsx';
import styles from './lots.module.css';
import { recordsOfRow, useOccupation } from './occupation.ts';

interface LotRowProps {
  readonly view: LotView;
  /** As it is told apart from others of its name. */
  readonly name: string;
  readonly categories: readonly Category[];
}

/** One lot in the list: its land, its animals, and how full it is. */
export const LotRow = memo(({ view, name, categories }: LotRowProps) => {
  const { lot, heads, state } = view;
  const load = loadOf(evOf(headsIn(lot), categories), lot);
  const occupation = useOccupation(lot.id, heads, recordsOfRow);
  const isNew = lot.isOptimistic === true && state !== 'con_error';
  return (
    <>
      <RowTo
        to="/lots/$id"
        params={{ id: lot.id }}
        icon={<Fence size={26} aria-hidden />}
        title={name}
        subtitle={
          <>
            <span className={styles.line}>
              {dotted([
                formatHectares(lot.hectares),
                heads > 0 ? loadWords(load) : 'Vacío',
                isNew ? 'Lote nuevo (sin enviar)' : null,
              ])}
            </span>
            {occupation ? (
              <span className={styles.line}>{`${occupation.word} ${occupation.length.toLowerCase()}`}</span>
            ) : null}
          </>
        }
        right={
          <>
            <strong>{formatNumber(heads, 0)} cab.</strong>
            <LoadBadge load={load} receptivity={lot.receptivity_ev_ha} />
            <WaterBadge lot={lot} />
            {state === 'enviado' ? null : <StateBadge state={badgeOf[state]} />}
          </>
        }
      />
      {view.problem ? <Notice tone="danger">{view.problem}</Notice> : null}
    </>
  );
});
LotRow.displayName = 'LotRow';
