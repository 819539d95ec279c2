import { openMemoryStore } from '../support/memory-store.ts';
import { expect, test } from 'vitest';
import type { FarmStore } from '../../src/app/store/store.ts';
import { createFieldFarm } from '../support/field-farm.ts';
import { openServerPhone } from '../support/server-phone.ts';

/** A store that stops once, at its nth look at the outbox, and does what it is told there before it answers. */
function stoppingAt(
  whole: FarmStore,
  nth: number,
  act: () => void,
): { readonly store: FarmStore; arm: (isOn: boolean) => void } {
  let looks: number | null = null;
  const outbox: FarmStore['outbox'] = async (organizationId) => {
    if (looks !== null) looks += 1;
    const found = await whole.outbox(organizationId);
    if (looks !== nth) return found;
    looks = null;
    act();
    // What was asked for is written down before the run goes on with what it read before.
    await new Promise((resolve) => setTimeout(resolve, 20));
    return found;
  };
  return {
    store: { ...whole, outbox },
    arm: (isOn) => {
      looks = isOn ? 0 : null;
    },
  };
}

test('A record that is sent at any moment of a run under way is on the server when the sending ends', async () => {
  const farm = await createFieldFarm();
  let stops = 0;
  for (let nth = 1; nth <= 8; nth += 1) {
    const asked: Promise<void>[] = [];
    const act = (): void => {
      stops += 1;
      const sent = phone.farm.acts
        .recordMovement('RAIN', { date: '2026-11-20', mm: nth })
        .then(() => phone.farm.acts.sendNow());
      asked.push(sent);
    };
    const { store, arm } = stoppingAt(openMemoryStore(), nth, act);
    const phone = openServerPhone(farm, 'ana', { store });
    await phone.meet();
    arm(true);
    await phone.meet();
    arm(false);
    await Promise.all(asked);
    expect((await phone.farm.views.pending()).map(({ summary }) => `look ${nth}: ${summary}`)).toEqual([]);
  }
  expect(stops).toBeGreaterThan(2);
});
