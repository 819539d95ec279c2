import type { Farm } from '#sync/farm.ts';

/** Later than this nobody remembers what was done. */
const sayWithinMs = 60_000;

/** Says that the server has taken an act, once it has (ux.md §5.2). After a while the badge alone tells it. */
export function sayWhenSent(farm: Farm, opId: string, say: () => void): void {
  let isOver = false;
  let stop = (): void => undefined;
  const end = (): void => {
    isOver = true;
    stop();
  };
  const timer = setTimeout(end, sayWithinMs);
  const look = async (): Promise<void> => {
    const sent = await farm.views.sentToday();
    if (isOver || !sent.some((one) => one.opId === opId)) return;
    clearTimeout(timer);
    end();
    say();
  };
  stop = farm.onStatus(() => void look());
}
