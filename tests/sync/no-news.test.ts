import { describe, expect, test } from 'vitest';
import { createFieldFarm } from '../support/field-farm.ts';
import { openServerPhone } from '../support/server-phone.ts';
import { stores } from '../support/stores.ts';

// A disk in memory tells of every transaction that may write.
const onDisk = stores.filter(([name]) => name.startsWith('in IndexedDB'));

describe.each(onDisk)('A phone that asks for news, %s', (_name, open) => {
  test('has nothing counted anew where there is none', async () => {
    const farm = await createFieldFarm();
    const caro = openServerPhone(farm, 'caro', { store: open() });
    await caro.meet();
    await caro.meet();
    let told = 0;
    caro.farm.onRows(() => (told += 1));
    await caro.meet();
    expect(told).toBe(0);
    await farm.record('ana', 'weather/rain', { date: '2026-11-20', mm: 3 });
    await caro.meet();
    expect(told).toBeGreaterThan(0);
    await farm.close();
  });
});
