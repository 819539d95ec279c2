import { evOf, formatDay, formatHectares, formatNumber, headsIn, lastToEnd, listOf, loadOf, lotUses } from '#domain';
import { useCategories, useLive, useToday } from '#platform';
import { runningWithdrawals } from '#farm/running-withdrawals.ts';
import type { LotView } from '#sync/farm.ts';
import { Notice, Stat, StatGrid } from '#ui';
import { dotted } from './dotted.ts';
import { LoadBadge } from './load-badge.tsx';
import { WaterBadge } from './lot-water.tsx';
import { recordsOfLot, useOccupation } from './occupation.ts';

/** Area, heads, load and water (domain.md §2.2). */
export const LotFigures = ({ view }: { readonly view: LotView }) => {
  const categories = useCategories();
  const { lot, heads } = view;
  const ev = evOf(headsIn(lot), categories ?? []);
  const load = loadOf(ev, lot);
  const use = lotUses[lot.use as keyof typeof lotUses];
  return (
    <StatGrid>
      <Stat
        label="Superficie"
        value={formatHectares(lot.hectares)}
        detail={
          <>
            {use} <WaterBadge lot={lot} />
          </>
        }
      />
      <Stat
        label="Hacienda"
        value={formatNumber(heads, 0)}
        detail={dotted(['cabezas', lot.hectares > 0 ? `${formatNumber(heads / lot.hectares)} cab/ha` : null])}
      />
      <Stat
        label="Carga"
        value={categories && load !== null ? formatNumber(load) : '—'}
        detail={
          <>
            {dotted([
              'EV/ha',
              `${formatNumber(ev, 1)} EV`,
              lot.receptivity_ev_ha === null ? null : `aguanta ${formatNumber(lot.receptivity_ev_ha)}`,
              lot.is_grazing ? null : 'no ganadero',
            ])}{' '}
            <LoadBadge load={load} receptivity={lot.receptivity_ev_ha} />
          </>
        }
      />
      <Occupation lotId={lot.id} heads={heads} />
    </StatGrid>
  );
};

const Occupation = ({ lotId, heads }: { readonly lotId: string; readonly heads: number }) => {
  const occupation = useOccupation(lotId, heads, recordsOfLot);
  if (!occupation) return null;
  const { word, length, since } = occupation;
  return <Stat label={word} value={length} detail={`desde el ${formatDay(since)}`} />;
};

/** Withdrawal in force for animals of this lot. */
export const LotWithdrawal = ({ lotId }: { readonly lotId: string }) => {
  const today = useToday();
  const last = useLive(
    async (views) => {
      const [running, stock] = await Promise.all([runningWithdrawals(views, today), views.stock()]);
      const rodeos = new Set(stock.filter((cell) => cell.lot === lotId && cell.head > 0).map((cell) => cell.rodeo));
      // A treatment follows its rodeo; animals without rodeo are known only by lot.
      return lastToEnd(
        running.filter((one) => rodeos.has(one.rodeoId) && (one.rodeoId !== null || one.lotId === lotId)),
      );
    },
    [lotId, today],
  );
  return last ? (
    <Notice tone="warn" title={`En retiro hasta ${formatDay(last.until)}`}>
      {last.products.length > 0 ? `${listOf(last.products)}. ` : ''}Los animales quedan libres al día siguiente.
    </Notice>
  ) : null;
};
