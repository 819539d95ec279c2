import { memo } from 'react';
import { type Category, evOf, formatHectares, formatNumber, headsIn, loadOf } from '#domain';
import { herdShape, shapeGroups } from '#farm/herd-shape.ts';
import { RowTo } from '#platform';
import { sendBadge } from '#farm/movement-row.tsx';
import type { LotView } from '#sync/farm.ts';
import { AnimalIcon, IconTile, Notice } from '#ui';
import { dotted } from './dotted.ts';
import { LoadBadge, loadWords, lightWord } from './load-badge.tsx';
import { isScarce, WaterBadge } from './lot-water.tsx';
import styles from './lots.module.css';
import { recordsOfRow, useOccupation } from './occupation.ts';

interface LotRowProps {
  readonly view: LotView;
  /** Distinguished from lots with the same name. */
  readonly name: string;
  readonly categories: readonly Category[];
}

/** A row of the lot list. Changing facts first, as the end may be cut off; one badge at most, water before load. */
export const LotRow = memo(({ view, name, categories }: LotRowProps) => {
  const { lot, heads, state } = view;
  const load = loadOf(evOf(headsIn(lot), categories), lot);
  const occupation = useOccupation(lot.id, heads, recordsOfRow);
  const shape = herdShape(headsIn(lot), categories);
  const isNew = lot.isOptimistic === true && state !== 'con_error';
  const since = occupation ? `${occupation.word} ${occupation.length.toLowerCase()}` : null;
  const facts = [
    isNew ? 'Lote nuevo (sin enviar)' : null,
    isScarce(lot) ? lightWord(load, lot.receptivity_ev_ha) : null,
    since ?? (heads > 0 ? null : 'Vacío'),
    heads > 0 ? loadWords(load) : null,
    formatHectares(lot.hectares),
  ];
  return (
    <>
      <RowTo
        tight
        to="/lots/$id"
        params={{ id: lot.id }}
        icon={
          <IconTile group={shapeGroups[shape]} tone="disc">
            <AnimalIcon shape={shape} />
          </IconTile>
        }
        title={name}
        subtitle={dotted(facts)}
        figure={
          <span className={heads === 0 ? styles.empty : undefined}>
            {formatNumber(heads, 0)} <small>cab.</small>
          </span>
        }
        mark={
          <>
            {isScarce(lot) ? <WaterBadge lot={lot} /> : <LoadBadge load={load} receptivity={lot.receptivity_ev_ha} />}
            {sendBadge(state, state !== 'con_error')}
          </>
        }
      />
      {view.problem ? <Notice tone="danger">{view.problem}</Notice> : null}
    </>
  );
});
LotRow.displayName = 'LotRow';
