import { cycle as cycleThing, cycleFor, formatNumber, indicesOf } from '#domain';
import { weaning } from '#domain/movements/kinds/moves.ts';
import { percent, withTotals } from '#farm/cycle-totals.ts';
import { useLive } from '#platform';
import { headsIn, type Values } from './values.ts';

interface WeaningShareProps {
  readonly values: Values;
  readonly rodeoId: string | null;
}

/** The cycle's weaning rate with these (domain.md §2.17); nothing without a cycle. */
export const WeaningShare = ({ values, rodeoId }: WeaningShareProps) => {
  const day = typeof values['date'] === 'string' ? values['date'] : '';
  const tally = useLive(
    async (views) => {
      if (rodeoId === null || day === '') return null;
      const cycles = await views.things(cycleThing.name);
      const id = cycleFor(
        weaning.type,
        rodeoId,
        day,
        cycles.map(({ row }) => row),
      );
      const cycle = cycles.find(({ row }) => row.id === id);
      return cycle ? { ...(await withTotals(views, cycle)).tally, state: cycle.row.state } : null;
    },
    [rodeoId, day],
  );
  const heads = headsIn(values);
  if (!tally || heads === 0) return null;
  const weaned = tally.weaned + heads;
  const share = indicesOf({ ...tally, weaned }, tally.state).weaning_of_served;
  if (share === null || share === undefined) return null;
  return (
    <p role="status">
      Con estos, {formatNumber(weaned, 0)} destetados: {percent(share)} de las entoradas.
    </p>
  );
};
