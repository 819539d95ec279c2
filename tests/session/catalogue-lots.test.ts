import { describe, expect, test } from 'vitest';
import type { Reply } from '../../src/app/net/reply.ts';
import { openField } from '../support/field.ts';

const refused = (message: string | null, status = 400, code = `HTTP_${status}`): Reply => ({
  outcome: 'refused',
  problem: { code, status, message, issues: [], retryAfterMs: null, requestId: null },
  marks: { seq: null, epoch: null, replayed: false, serverTimeMs: null },
});

/** A phone whose writes are all answered so. */
async function answering(reply: Reply) {
  const { ana, clock } = await openField();
  ana.fault = (request) => (request.method === 'GET' ? null : reply);
  const reason = async (): Promise<string | undefined> => {
    await clock.pass(60_000);
    const [waiting] = await ana.farm.views.pending();
    expect(waiting?.state).toBe('con_error');
    return waiting?.problem?.message;
  };
  return { farm: ana.farm, clock, reason };
}
const recategorization = {
  date: '2026-11-21',
  rodeo_id: 'cria',
  lot_id: 'ombu',
  from_category: 'vaca',
  to_category: 'ternero',
  count: 1,
};

describe('a lot that the server refuses', () => {
  test('without a message, a new one is told as «Error al crear el lote»', async () => {
    const { farm, reason } = await answering(refused(null));
    await farm.acts.createLot({ name: 'El Sauce', hectares: 40 });
    expect(await reason()).toBe('Error al crear el lote');
  });

  test('without a message, a deletion is told as «Error al eliminar el lote»', async () => {
    const { farm, reason } = await answering(refused(null));
    await farm.acts.deleteLot('ombu');
    expect(await reason()).toBe('Error al eliminar el lote');
  });

  test('with a message, the message is told', async () => {
    const { farm, reason } = await answering(refused('El lote tiene animales'));
    await farm.acts.deleteLot('ombu');
    expect(await reason()).toBe('El lote tiene animales');
  });

  test('a new one keeps its place in Pendientes and its reason in the list of lots', async () => {
    const { farm, reason } = await answering(refused(null));
    await farm.acts.createLot({ name: 'El Sauce', hectares: 40 });
    await reason();
    const made = (await farm.views.lots()).find((view) => view.lot.name === 'El Sauce');
    expect(made).toMatchObject({ state: 'con_error', problem: 'Error al crear el lote' });
  });
});

describe('a lot that is gone', () => {
  test.each<[string, Reply]>([
    ['a 404 of ours', refused('Lote no encontrado', 404, 'NOT_FOUND')],
    ['«No se encontró el lote»', refused('No se encontró el lote', 404, 'HTTP_404')],
    ['«Lot not found»', refused('Lot not found', 404, 'HTTP_404')],
  ])('%s counts its deletion as done', async (_case, reply) => {
    const { farm, clock } = await answering(reply);
    await farm.acts.deleteLot('ombu');
    await clock.pass(60_000);
    expect(await farm.views.pending()).toEqual([]);
  });

  test('a lot that no server has seen is deleted without a call', async () => {
    const { ana, clock } = await openField();
    const written: string[] = [];
    ana.fault = ({ method, path }) => {
      if (method !== 'GET') written.push(path);
      return null;
    };
    const made = await ana.farm.acts.createLot({ name: 'El Sauce', hectares: 40 });
    if (!made.ok) throw new Error('not saved');
    expect((await ana.farm.acts.deleteLot(made.value.entityId)).ok).toBe(true);
    await clock.pass(60_000);
    expect(written).toEqual([]);
    expect(await ana.farm.views.pending()).toEqual([]);
    expect((await ana.farm.views.lots()).some((view) => view.lot.name === 'El Sauce')).toBe(false);
  });
});

describe('animals that change category', () => {
  test('without a message, a refusal is told as «Error al transferir animales»', async () => {
    const { farm, reason } = await answering(refused(null));
    const saved = await farm.acts.recordMovement('RECATEGORIZATION', recategorization);
    expect(saved).toMatchObject({ ok: true });
    expect(await reason()).toBe('Error al transferir animales');
  });
});
