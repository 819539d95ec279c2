import { useState } from 'react';
import { formatNumber, searchable } from '#domain';
import { Button, PickRow, type PickRowProps, RowList, TextField } from '#ui';
import styles from './pick-list.module.css';

/** Rows drawn at once: a farm of a thousand lots opens its list as fast as one of ten. */
const drawnAtOnce = 50;

export interface Sought {
  readonly id: string;
  /** All that it is found by. */
  readonly sought: string;
}

interface PickListProps<P extends Sought> {
  readonly id?: string;
  /** The question, over the field that searches. */
  readonly label: string;
  readonly placeholder: string;
  readonly listLabel: string;
  /** In the order in which they are offered. */
  readonly picks: readonly P[];
  /** Asked of the rows that are drawn, and of no other. */
  readonly wordsOf: (pick: P) => Pick<PickRowProps, 'title' | 'subtitle' | 'right' | 'icon'>;
  readonly value: string | null;
  readonly onPick: (id: string) => void;
  readonly emptyWords: (sought: string) => string;
  readonly error?: string | undefined;
}

/** One out of many by a touch, or by a part of its name; accents and capitals do not matter. */
export const PickList = <P extends Sought>(props: PickListProps<P>) => {
  const { id, label, placeholder, listLabel, picks, wordsOf, value, onPick, emptyWords, error } = props;
  const [sought, setSought] = useState('');
  const [drawn, setDrawn] = useState(drawnAtOnce);
  const wanted = searchable(sought.trim());
  const found = wanted === '' ? picks : picks.filter((pick) => searchable(pick.sought).includes(wanted));
  const more = found.length - drawn;
  return (
    <div className={styles.picker}>
      <TextField
        {...(id !== undefined && { id })}
        label={label}
        type="search"
        autoComplete="off"
        placeholder={placeholder}
        value={sought}
        onChange={(text) => {
          setSought(text);
          setDrawn(drawnAtOnce);
        }}
        {...(error !== undefined && { error })}
      />
      {found.length === 0 ? (
        <p role="status">{emptyWords(sought.trim())}</p>
      ) : (
        <div className={styles.list}>
          <RowList label={listLabel}>
            {found.slice(0, drawn).map((pick) => (
              <li key={pick.id}>
                <PickRow {...wordsOf(pick)} chosen={pick.id === value} onPick={() => onPick(pick.id)} />
              </li>
            ))}
          </RowList>
        </div>
      )}
      {more > 0 ? (
        <Button wide onClick={() => setDrawn(drawn + drawnAtOnce)}>
          Mostrar más ({formatNumber(more, 0)})
        </Button>
      ) : null}
    </div>
  );
};
