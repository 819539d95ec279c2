import { describe, expect, test } from 'vitest';
import type { FarmStore } from '../../src/app/store/store.ts';
import { createFieldFarm } from '../support/field-farm.ts';
import { openMemoryStore } from '../support/memory-store.ts';
import { openServerPhone } from '../support/server-phone.ts';

/** A phone whose readings of the outbox are counted, and can be held before they answer what they read. */
async function openCounted() {
  const whole = openMemoryStore();
  const seen: string[] = [];
  let held: Promise<void> | null = null;
  let meanwhile: () => Promise<unknown> = async () => Promise.resolve();
  const outbox: FarmStore['outbox'] = async (organizationId) => {
    seen.push('outbox');
    const found = await whole.outbox(organizationId);
    await held;
    await meanwhile();
    return found;
  };
  const phone = openServerPhone(await createFieldFarm(), 'ana', {
    store: { ...whole, outbox },
    onCall: ({ path }) => {
      seen.push(path.startsWith('/api/sync/') ? 'fetch' : path);
      return null;
    },
  });
  await phone.meet();
  const hold = (): (() => void) => {
    let release = (): void => undefined;
    held = new Promise((resolve) => {
      release = resolve;
    });
    return () => {
      held = null;
      release();
    };
  };
  const onReading = (act: typeof meanwhile): void => {
    meanwhile = act;
  };
  return { phone, seen, hold, onReading };
}

const rain = { date: '2026-11-20', mm: 7 };

describe('Readings of the outbox', () => {
  test('a run that finds nothing to send where a person asks for it reads it no more before it asks for news', async () => {
    const { phone, seen } = await openCounted();
    seen.length = 0;
    await phone.farm.acts.sendNow();
    expect(seen[0]).toBe('fetch');
  });

  test('a save reads it in its own transaction, and the chip tells of it by then', async () => {
    const { phone, seen } = await openCounted();
    phone.link.isUp = false;
    seen.length = 0;
    expect((await phone.farm.acts.recordMovement('RAIN', rain)).ok).toBe(true);
    expect(phone.farm.status().waiting).toBe(1);
    expect(seen).toEqual([]);
  });

  test('a reading that began before a save does not take it off the chip', async () => {
    const { phone, seen, hold } = await openCounted();
    phone.link.isUp = false;
    const release = hold();
    seen.length = 0;
    phone.farm.start();
    await expect.poll(() => seen.length).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const told: number[] = [];
    phone.farm.onStatus(() => told.push(phone.farm.status().waiting));
    await phone.farm.acts.recordMovement('RAIN', rain);
    release();
    await new Promise((resolve) => setTimeout(resolve, 20));
    phone.farm.stop();
    expect(told[0]).toBe(1);
    expect(new Set(told)).toEqual(new Set([1]));
    expect(phone.farm.status().waiting).toBe(1);
  });

  test('what was sent waits on the chip no more, from the sending on', async () => {
    const { phone, seen } = await openCounted();
    await phone.farm.acts.recordMovement('RAIN', rain);
    const told: string[] = [];
    phone.farm.onStatus(() => {
      const { sending, waiting } = phone.farm.status();
      told.push(sending ? 'sending' : `${waiting} waiting`);
    });
    seen.length = 0;
    await phone.farm.acts.sendNow();
    const since = told.slice(told.indexOf('sending'));
    expect(new Set(since)).toEqual(new Set(['sending', '0 waiting']));
    // The sending finds nothing more; the second is the chip's, and asks for news too.
    const after = seen.findIndex((one) => one.includes('/rain/')) + 1;
    expect(seen.slice(after, seen.indexOf('fetch', after))).toEqual(['outbox', 'outbox']);
  });

  test('what is saved while the chip reads that all was sent stays on it', async () => {
    const { phone, seen, onReading } = await openCounted();
    await phone.farm.acts.recordMovement('RAIN', rain);
    const told: string[] = [];
    onReading(async () => {
      const sent = seen.findIndex((one) => one.includes('/rain/'));
      if (sent < 0 || seen.slice(sent).filter((one) => one === 'outbox').length < 2) return;
      onReading(async () => Promise.resolve());
      await phone.farm.acts.recordMovement('RAIN', rain);
      phone.farm.onStatus(() => told.push(`${phone.farm.status().waiting} waiting`));
    });
    seen.length = 0;
    await phone.farm.acts.sendNow();
    expect(new Set(told)).toEqual(new Set(['1 waiting']));
  });
});
