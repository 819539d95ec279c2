import { describe, expect, test } from 'vitest';
import { openField } from '../support/field.ts';

describe('The screen of a lot that was deleted', () => {
  test('is gone with it on every phone, as its row in the list is', async () => {
    const { clock, ana, beto } = await openField();
    const made = await ana.farm.acts.createLot({ name: 'La Isla', hectares: 40 });
    const id = made.ok ? made.value.entityId : '';
    await clock.pass(60_000);
    expect(await beto.farm.views.lot(id)).toMatchObject({ lot: { name: 'La Isla' } });
    ana.fault = 'no-signal';
    expect((await ana.farm.acts.deleteLot(id)).ok).toBe(true);
    expect(await ana.farm.views.lot(id)).toBeNull();
    await ana.reconnect();
    await clock.pass(60_000);
    for (const { farm } of [ana, beto]) expect(await farm.views.lot(id)).toBeNull();
  });

  test('is gone for who changed it without signal; the change is told in Pendientes', async () => {
    const { clock, ana, beto } = await openField();
    const made = await ana.farm.acts.createLot({ name: 'La Isla', hectares: 40 });
    const id = made.ok ? made.value.entityId : '';
    await clock.pass(60_000);
    beto.fault = 'no-signal';
    expect((await beto.farm.acts.editLot(id, { hectares: 41 })).ok).toBe(true);
    await ana.farm.acts.deleteLot(id);
    await clock.pass(60_000);
    await beto.reconnect();
    await clock.pass(60_000);
    expect(await beto.farm.views.lot(id)).toBeNull();
    expect(await beto.farm.views.pending()).toMatchObject([
      { problem: { message: 'Lote no encontrado' }, canCorrect: false },
    ]);
  });
});
