import type { Tally } from '#domain';
import { ProgressBar } from '#ui';
import styles from './cycles.module.css';
import { funnelOf, stageWords } from './cycle-figures.ts';

interface FunnelProps {
  readonly tally: Tally;
  readonly state: string;
  readonly label: string;
}

/** Entoradas → preñadas → paridas → destetadas, in words; the bars only help. */
export const Funnel = ({ tally, state, label }: FunnelProps) => {
  const stages = funnelOf(tally, state);
  const served = stages[0]?.heads ?? 0;
  return (
    <ol className={styles.funnel} aria-label={label}>
      {stages.map((stage) => (
        <li key={stage.key}>
          <ProgressBar
            label={stage.label}
            value={Math.min(stage.heads, served)}
            max={Math.max(served, 1)}
            text={stageWords(stage, served)}
          />
        </li>
      ))}
    </ol>
  );
};
