import { classes } from './class-names.ts';
import styles from './fact-list.module.css';

export interface ShownFact {
  readonly key: string;
  readonly label: string;
  readonly words: string;
}

/** Fits half a phone. */
const shortWords = 12;

/** Named facts, as many in a line as fit. */
export const FactList = ({ facts, label }: { readonly facts: readonly ShownFact[]; readonly label?: string }) => (
  <dl className={styles.facts} aria-label={label}>
    {facts.map(({ key, label: name, words }) => (
      <div key={key} className={classes(words.length > shortWords && styles.wide)}>
        <dt>{name}</dt>
        <dd>{words}</dd>
      </div>
    ))}
  </dl>
);

export interface ShownChange {
  readonly key: string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /** Why the new value does not stand. */
  readonly note?: string | undefined;
}

/** Changes, before and after. */
export const ChangeList = ({ changes }: { readonly changes: readonly ShownChange[] }) => (
  <dl className={styles.changes}>
    {changes.map(({ key, label, before, after, note }) => (
      <div key={key}>
        <dt>{label}</dt>
        <dd>
          <span className={styles.part}>Antes</span> <span className={styles.before}>{before}</span>
        </dd>
        <dd>
          <span className={styles.part}>Después</span> <span className={styles.after}>{after}</span>
        </dd>
        {note ? <dd className={styles.note}>{note}</dd> : null}
      </div>
    ))}
  </dl>
);
