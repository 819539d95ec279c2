import { formatNumber, isUnsexed } from '#domain';
import { ChipGroup } from '#ui';
import { likelyMother, mothersOf } from '../mothers.ts';
import { countsOf, isFull, offeredIn, placeOf } from './tanda.ts';
import styles from './tanda.module.css';
import type { PadProps } from './use-tanda.ts';
import { nameOf } from './words.ts';

/** Large keys, one tap per calf; unsexed and stillborn apart. The mother is asked once, until it changes. */
export const BirthPad = ({ kind, things, state }: PadProps) => {
  const { tanda, add, set } = state;
  const { lot_id: lot, rodeo_id: rodeo } = placeOf(kind, tanda, things);
  const mothers = mothersOf(things);
  const mother = tanda.mother === undefined ? likelyMother(things, lot, rodeo) : tanda.mother;
  const counts = countsOf(tanda.touches);
  const unsexed = things.categories.find(({ id }) => isUnsexed(id));
  const key = (category: string | null, className: string | undefined) => {
    const name = isUnsexed(category) ? 'Sin sexar' : nameOf(things, category);
    return (
      <button
        key={category ?? 'stillborn'}
        type="button"
        className={className}
        aria-label={`Sumar 1 ${name.toLocaleLowerCase('es-AR')}, van ${counts.get(category) ?? 0}`}
        disabled={isFull(tanda, category)}
        onClick={() => add({ category, ...(mother !== null && { mother }) })}
      >
        <span className={styles.plus}>+1 {name}</span>
        <span className={styles.count}>{formatNumber(counts.get(category) ?? 0, 0)}</span>
      </button>
    );
  };
  return (
    <div className={styles.calves}>
      {mothers.length > 0 ? (
        <div className={styles.mother}>
          <ChipGroup
            strip
            label="Madre"
            options={mothers.map(({ id, name }) => ({ value: id, label: name }))}
            value={mother}
            // A second tap clears it.
            onChange={(id) => set({ mother: id === mother ? null : id })}
          />
        </div>
      ) : null}
      {offeredIn(kind, tanda, things).map(({ id }) => key(id, styles.calf))}
      <div className={styles.rare}>
        {unsexed ? key(unsexed.id, styles.calf) : null}
        {key(null, styles.stillborn)}
      </div>
    </div>
  );
};
