type Act = () => Promise<unknown>;

async function msOf(act: Act): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

/**
 * How many times as long the slower of two acts takes, by the quickest of each: a machine that does other things at the same time makes
 * single acts slow, never quick. They take turns until the ratio is below the wanted one, or as often as they may: what differs by itself
 * does so however often it is measured.
 */
export async function ratioOf(acts: readonly [Act, Act], wanted: number, mostRounds: number): Promise<number> {
  const [one, other] = acts;
  const quickest: [number, number] = [Infinity, Infinity];
  let ratio = Infinity;
  for (let round = 0; round < mostRounds && ratio >= wanted; round += 1) {
    for (let times = 0; times < 4; times += 1) {
      quickest[0] = Math.min(quickest[0], await msOf(one));
      quickest[1] = Math.min(quickest[1], await msOf(other));
    }
    ratio = Math.max(...quickest) / Math.min(...quickest);
  }
  return ratio;
}

/** The quickest of five. */
export async function quickestMs(act: Act): Promise<number> {
  let quickest = Infinity;
  for (let times = 0; times < 5; times += 1) quickest = Math.min(quickest, await msOf(act));
  return quickest;
}
