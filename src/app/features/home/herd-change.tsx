import { formatNumber, monthName } from '#domain';
import { useCalm, useToday } from '#platform';
import { endOfLastMonth, readHerdChange } from '#farm/herd-history.ts';
import styles from './home.module.css';

/** Heads against the end of last month (domain.md §2.15). */
export const HerdChange = ({ hasHerd }: { readonly hasHerd: boolean }) => {
  const today = useToday();
  const change = useCalm((views) => readHerdChange(views, today), [today]);
  if (change === undefined) return <span hidden data-wait="" />;
  if (change === null || (change === 0 && !hasHerd)) return null;
  return (
    <span className={styles.change}>
      {change === 0
        ? `Las mismas que a fin de ${monthName(endOfLastMonth(today))}`
        : `${formatNumber(Math.abs(change), 0)} ${change > 0 ? 'más' : 'menos'} que a fin de ${monthName(endOfLastMonth(today))}`}
    </span>
  );
};
