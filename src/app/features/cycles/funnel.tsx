import { type Cycle, formatDay, joined, listOf, serviceTypes, type Tally } from '#domain';
import { useRodeos } from '#platform';
import { ProgressBar } from '#ui';
import styles from './cycles.module.css';
import { funnelOf, stageWords } from './cycle-figures.ts';

/** Rodeos, kind and days of the service. */
export function useServiceWords({ rodeo_ids, service_type, service_start, service_end }: Cycle): string {
  const rodeos = useRodeos() ?? [];
  return joined(
    listOf(rodeos.filter(({ rodeo }) => rodeo_ids.includes(rodeo.id)).map(({ rodeo }) => rodeo.name)),
    serviceTypes[service_type as keyof typeof serviceTypes],
    `${formatDay(service_start)} a ${formatDay(service_end)}`,
  );
}

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
