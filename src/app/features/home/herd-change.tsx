import { formatNumber, monthName, netHeads } from '#domain';
import { useCalm, useToday } from '#platform';
import { endOfLastMonth, readHerdChange } from '#farm/herd-history.ts';
import { ChangeToCome } from './figures-to-come.tsx';
import styles from './home.module.css';

/** Heads against the end of last month (domain.md §2.15); an empty line until it was read for these heads, once changes rest. */
export const HerdChange = ({ heads, hasHerd }: { readonly heads: number; readonly hasHerd: boolean }) => {
  const today = useToday();
  const [read, isOld] = useCalm(
    async (views) => {
      // Heads first: what is saved in between is missed by them, and seen.
      const counted = netHeads(await views.stock());
      return { counted, change: await readHerdChange(views, today) };
    },
    [today],
  );
  if (read === undefined) return <ChangeToCome isLikely={hasHerd} />;
  const { counted, change } = read;
  if (change === null || (change === 0 && !hasHerd)) return null;
  if (counted !== heads) return <span className={styles.change}>{'\u00a0'}</span>;
  return (
    <span className={styles.change} aria-busy={isOld || undefined}>
      {change === 0
        ? `Las mismas que a fin de ${monthName(endOfLastMonth(today))}`
        : `${formatNumber(Math.abs(change), 0)} ${change > 0 ? 'más' : 'menos'} que a fin de ${monthName(endOfLastMonth(today))}`}
    </span>
  );
};
