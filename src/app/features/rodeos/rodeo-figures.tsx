import {
  daysBetween,
  formatDay,
  formatGain,
  formatGainFigure,
  formatKilos,
  formatNumber,
  joined,
  lastToEnd,
  listOf,
} from '#domain';
import { Notice, Stat, StatGrid } from '#ui';
import { CurrentCycle } from './rodeo-cycles.tsx';
import type { RodeoWhole } from './rodeo-whole.ts';
import type { Weight } from './weights.ts';

/** Withdrawal in force: selling during it costs the whole load. */
export const WithdrawalNotice = ({ whole }: { readonly whole: RodeoWhole }) => {
  const last = lastToEnd(whole.withdrawals);
  return last ? (
    <Notice tone="warn" title={`En retiro hasta ${formatDay(last.until)}`}>
      {last.products.length > 0 ? `${listOf(last.products)}. ` : ''}Los animales quedan libres al día siguiente.
    </Notice>
  ) : null;
};

/** Heads, weight, gain and current cycle. */
export const RodeoFigures = ({ whole, today }: { readonly whole: RodeoWhole; readonly today: string }) => {
  const { heads, ev, weights } = whole;
  const last = weights.at(-1);
  const target = whole.view.row.target_daily_gain_kg;
  const gain = lastGain(weights);
  return (
    <>
      <StatGrid>
        <Stat label="Cabezas" value={formatNumber(heads, 0)} detail={`${formatNumber(ev, 1)} EV`} />
        <Stat
          label="Último peso"
          value={last ? formatKilos(last.average_kg) : '—'}
          detail={last ? `${formatDay(last.date)} · hace ${daysBetween(last.date, today)} días` : 'Sin pesadas'}
        />
        <Stat
          label="Ganancia diaria"
          value={gain === null || gain.daily_gain === null ? '—' : formatGainFigure(gain.daily_gain)}
          detail={gain === null ? 'Hacen falta dos pesadas' : gainWords(gain, target)}
        />
      </StatGrid>
      <CurrentCycle cycles={whole.cycles} />
    </>
  );
};

/** The newest weighing comparable with an earlier one. */
const lastGain = (weights: readonly Weight[]): Weight | null =>
  weights.findLast((weight) => weight.daily_gain !== null || weight.group_changed) ?? null;

const gainWords = (gain: Weight, target: number | null): string =>
  joined(
    gain.daily_gain === null ? `Al ${formatDay(gain.date)}` : `kg/día al ${formatDay(gain.date)}`,
    gain.group_changed ? 'Grupo cambió' : null,
    target === null ? null : `Objetivo ${formatGain(target)}`,
  );
