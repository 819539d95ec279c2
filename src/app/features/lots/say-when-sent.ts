import type { Farm } from '#sync/farm.ts';

/** Later nobody remembers the act. */
const sayWithinMs = 60_000;

/** Calls `say` once the server has accepted the operation (ux.md §5.2); after a minute the badge alone tells. */
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
