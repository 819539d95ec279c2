import type { Breathe } from './store.ts';

/** A tap that comes within a slice waits for its end. */
const sliceMs = 8;
const lookEvery = 20;

/** Does something to each item, with breaths in between. */
export async function inSlices<T>(items: readonly T[], breathe: Breathe, act: (item: T) => void): Promise<void> {
  for (const [at, item] of items.entries()) {
    if (at % lookEvery === 0) await breathe();
    act(item);
  }
}

/** A page's breath. Not by a timer: those of a page in the background come once a second. */
export function breathing(now: () => number = () => performance.now()): Breathe {
  let begun = now();
  return async () => {
    if (now() - begun < sliceMs) return;
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        port1.close();
        resolve();
      });
      port1.start();
      port2.postMessage(null);
    });
    begun = now();
  };
}
