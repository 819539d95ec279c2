import { describe, expect, test } from 'vitest';
import { openField } from '../support/field.ts';

describe('The water of a lot, seen with no signal', () => {
  test('stands on this phone at once, and on the other ones when it was sent', async () => {
    const { clock, ana, beto } = await openField();
    ana.fault = 'no-signal';
    const saved = await ana.farm.acts.seeWater('bajo', { water: 'baja', water_on: '2026-11-21' });
    expect(saved.ok).toBe(true);
    expect(await ana.farm.views.lot('bajo')).toMatchObject({
      state: 'pendiente',
      lot: { name: 'El Bajo', water: 'baja', water_on: '2026-11-21' },
    });
    await ana.reconnect();
    await clock.pass(60_000);
    expect(await ana.farm.views.lot('bajo')).toMatchObject({ state: 'enviado', lot: { water: 'baja' } });
    expect(await beto.farm.views.lot('bajo')).toMatchObject({ lot: { water: 'baja', water_on: '2026-11-21' } });
  });

  test('is one call where it was told again before the first was sent', async () => {
    const { server, ana } = await openField();
    ana.fault = 'no-signal';
    await ana.farm.acts.seeWater('bajo', { water: 'baja', water_on: '2026-11-21' });
    await ana.farm.acts.seeWater('bajo', { water: 'seca', water_on: '2026-11-21' });
    await ana.reconnect();
    const writes = server.calls.filter((call) => call.method !== 'GET');
    expect(writes.map(({ path }) => path)).toEqual([expect.stringContaining('/api/lot/water/')]);
    expect((await server.lots()).find(({ id }) => id === 'bajo')).toMatchObject({ water: 'seca' });
  });

  test('waits behind nothing of the lot’s other changes, and loses none of them', async () => {
    const { clock, ana, beto } = await openField();
    ana.fault = 'no-signal';
    await ana.farm.acts.editLot('bajo', { name: 'El Bajo Chico' });
    await ana.farm.acts.seeWater('bajo', { water: 'seca', water_on: '2026-11-21' });
    await ana.reconnect();
    await clock.pass(60_000);
    expect(await beto.farm.views.lot('bajo')).toMatchObject({ lot: { name: 'El Bajo Chico', water: 'seca' } });
  });

  test('goes with a lot that was made out there too', async () => {
    const { clock, ana, beto } = await openField();
    ana.fault = 'no-signal';
    const made = await ana.farm.acts.createLot({ name: 'La Isla', hectares: 40 });
    const id = made.ok ? made.value.entityId : '';
    await ana.farm.acts.seeWater(id, { water: 'llena', water_on: '2026-11-21' });
    await ana.reconnect();
    await clock.pass(60_000);
    expect(await beto.farm.views.lot(id)).toMatchObject({ lot: { name: 'La Isla', water: 'llena' } });
  });

  test('that was said while the lot was made is seen with it, and goes in its one call', async () => {
    const { clock, server, ana, beto } = await openField();
    ana.fault = 'no-signal';
    const seen = { water: 'baja', water_on: '2026-11-21' };
    const made = await ana.farm.acts.createLot({ name: 'La Isla', hectares: 40, ...seen });
    const id = made.ok ? made.value.entityId : '';
    expect(await ana.farm.views.lot(id)).toMatchObject({ state: 'pendiente', lot: { name: 'La Isla', ...seen } });
    await ana.reconnect();
    await clock.pass(60_000);
    const writes = server.calls.filter((call) => call.method !== 'GET');
    expect(writes.map(({ path }) => path)).toEqual([expect.stringContaining('/api/lot/create/')]);
    expect(await beto.farm.views.lot(id)).toMatchObject({ lot: { name: 'La Isla', ...seen } });
  });

  test('that is none of the four is not taken', async () => {
    const { ana } = await openField();
    expect(await ana.farm.acts.seeWater('bajo', { water: 'turbia', water_on: '2026-11-21' })).toMatchObject({
      ok: false,
      problem: { reason: 'invalid', issues: [{ path: 'water', message: 'Elegí cómo está el agua' }] },
    });
  });
});
