import { useState } from 'react';
import { formatNumber, searchable } from '#domain';
import { Button, PickRow, type PickRowProps, RowList, TextField } from '#ui';
import styles from './pick-list.module.css';

/** Keeps a farm of a thousand lots fast. */
const drawnAtOnce = 50;

export interface Sought {
  readonly id: string;
  /** The text searched. */
  readonly sought: string;
}

interface PickListProps<P extends Sought> {
  readonly id?: string;
  /** Of the search field. */
  readonly label: string;
  readonly placeholder: string;
  readonly listLabel: string;
  /** In this order. */
  readonly picks: readonly P[];
  /** Called for drawn rows only. */
  readonly wordsOf: (pick: P) => Pick<PickRowProps, 'title' | 'subtitle' | 'right' | 'icon'>;
  readonly value: string | null;
  readonly onPick: (id: string) => void;
  readonly emptyWords: (sought: string) => string;
  readonly error?: string | undefined;
}

/** Picks one of many, by touch or search; accents and case do not matter. */
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
