import { type Day, monthName } from '#domain';
import { NotYet, Stat, StatGrid, VisuallyHidden } from '#ui';
import styles from './home.module.css';

const emptyLine = '\u00a0';

/** The line of what changed since last month, where one is likely to come. */
export const ChangeToCome = ({ isLikely }: { readonly isLikely: boolean }) =>
  isLikely ? (
    <span className={styles.change} data-wait="">
      {emptyLine}
    </span>
  ) : (
    <NotYet />
  );

/** What stands for so many words, of some five letters each. */
const WordsToCome = ({ count }: { readonly count: number }) =>
  Array.from({ length: count }, (_, index) => <span key={index} className={styles.toCome} />);

/** As high as a farm's figures mostly are: on a phone's first Inicio too the buttons below must not move under a hand. */
export const FiguresToCome = ({ today }: { readonly today: Day }) => (
  <div role="status" data-wait="">
    <VisuallyHidden>Cargando…</VisuallyHidden>
    <div className={styles.figures} aria-hidden>
      <StatGrid>
        <Stat
          label="Cabezas"
          value={emptyLine}
          detail={
            <>
              <WordsToCome count={6} />
              <ChangeToCome isLikely />
            </>
          }
        />
        <Stat label={`Lluvia en ${monthName(today)}`} value={emptyLine} detail={<WordsToCome count={2} />} />
        <Stat label="Lotes" value={emptyLine} detail={<WordsToCome count={1} />} />
      </StatGrid>
    </div>
  </div>
);
