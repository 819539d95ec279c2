import { daysBetween, formatDay } from '../../../domain/dates.ts';
import { lastToEnd } from '../../../domain/farm/withdrawal.ts';
import { formatGain, formatKilos, formatNumber } from '../../../domain/numbers.ts';
import { Stat, StatGrid } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { RodeoWhole } from './rodeo-whole.ts';

/** What may not be sold yet, above everything: a sale in the withdrawal period costs the whole load. */
export const WithdrawalNotice = ({ whole }: { readonly whole: RodeoWhole }) => {
  const last = lastToEnd(whole.withdrawals);
  return last ? (
    <Notice tone="warn" title={`En retiro hasta ${formatDay(last.until)}`}>
      {last.products ? `${last.products}. ` : ''}Los animales quedan libres al día siguiente.
    </Notice>
  ) : null;
};

/** How many, how heavy, and how fast they gain. */
export const RodeoFigures = ({ whole, today }: { readonly whole: RodeoWhole; readonly today: string }) => {
  const { heads, ev, weights } = whole;
  const last = weights.at(-1);
  const target = whole.view.row.target_daily_gain_kg;
  const gain = weights.findLast((weight) => weight.daily_gain !== null);
  return (
    <StatGrid>
      <Stat label="Cabezas" value={formatNumber(heads, 0)} detail={`${formatNumber(ev, 1)} EV`} />
      <Stat
        label="Último peso"
        value={last ? formatKilos(last.average_kg) : '—'}
        detail={last ? `${formatDay(last.date)} · hace ${daysBetween(last.date, today)} días` : 'Sin pesadas'}
      />
      <Stat
        label="Ganancia diaria"
        value={gain?.daily_gain ? formatGain(gain.daily_gain) : '—'}
        detail={
          [gain?.group_changed ? 'Grupo cambió' : null, target === null ? null : `Objetivo ${formatGain(target)}`]
            .filter(Boolean)
            .join(' · ') || (gain ? formatDay(gain.date) : 'Hacen falta dos pesadas')
        }
      />
    </StatGrid>
  );
};
