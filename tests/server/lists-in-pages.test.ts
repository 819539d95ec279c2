import { beforeAll, describe, expect, test } from 'vitest';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;

beforeAll(async () => {
  farm = await createFieldFarm();
});

/** Lists that come in pages: where they are read, and what is made in them. */
const lists = [
  ['tasks', 'task', '/api/task', (n: number) => ({ title: `Tarea ${n}` })],
  [
    'invoices',
    'invoice',
    '/api/invoice',
    (n: number) => ({
      direction: 'recibida',
      kind: 'factura',
      letter: 'A',
      point_of_sale: 3,
      number: n,
      issued_on: '2026-11-10',
      issuer: { name: 'Veterinaria Sur', cuit: '20-12345678-6', vat_condition: 'ri' },
      recipient: { name: 'La Esperanza SA', cuit: '33-69345023-9', vat_condition: 'ri' },
      lines: [{ concept: 'Vacuna aftosa', quantity: 100, unit_price: '1000.00', vat_rate: 21 }],
    }),
  ],
  [
    'cycles',
    'cycle',
    '/api/reproductive-cycle',
    (n: number) => ({
      rodeo_ids: [farm.rodeos.cria],
      service_type: 'natural',
      service_start: `${2000 + n}-10-15`,
      service_end: `${2001 + n}-01-15`,
    }),
  ],
] as const;

interface Listed {
  readonly id: string;
}
const read = async (address: string, part: string, search: string, who: PersonName = 'ana') => {
  const { body } = await farm.as(who, 'GET', `${address}/${farm.organizationId}${search}`);
  const things = (body[part] as readonly Listed[]).map(({ id }) => id);
  return { things, next: body['next_cursor'] as string | undefined };
};

describe.each(lists)('The list of %s in pages', (part, one, address, form) => {
  test('goes on after a thing that was deleted since its page was read', async () => {
    for (let n = 1; n <= 5; n += 1) {
      farm.clock.now += 1000;
      const made = await farm.as('ana', 'POST', `${address}/${farm.organizationId}`, form(n));
      expect(made.body).toMatchObject({ ok: true, [one]: {} });
    }
    const { things } = await read(address, part, '');
    expect(things).toHaveLength(5);
    const first = await read(address, part, '?limit=2');
    expect(first).toEqual({ things: things.slice(0, 2), next: things[1] });
    await farm.as('ana', 'DELETE', `${address}/${farm.organizationId}/${first.next}`);
    expect(await read(address, part, `?limit=2&cursor=${first.next}`)).toEqual({
      things: things.slice(2, 4),
      next: things[3],
    });
    expect(await read(address, part, `?cursor=${first.next}`)).toEqual({ things: things.slice(2), next: undefined });
    expect((await read(address, part, '')).things).toEqual(things.filter((id) => id !== first.next));
  });

  test('refuses a cursor that names nothing in it', async () => {
    const answer = await farm.as('ana', 'GET', `${address}/${farm.organizationId}?cursor=${farm.lots.ombu}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_BODY', issues: [{ path: 'cursor' }] } });
  });
});

test('The list of notes goes on after one that became its author alone since its page was read', async () => {
  for (const text of ['Uno', 'Dos', 'Tres']) {
    farm.clock.now += 1000;
    await farm.as('ana', 'POST', `/api/note/create/${farm.organizationId}`, { text, visibility: 'todos' });
  }
  const { things } = await read('/api/note/all', 'notes', '', 'caro');
  const first = await read('/api/note/all', 'notes', '?limit=1', 'caro');
  expect(first).toEqual({ things: things.slice(0, 1), next: things[0] });
  const hidden = await farm.as('ana', 'PUT', `/api/note/update/${first.next}`, { visibility: 'yo' });
  expect(hidden.body).toMatchObject({ ok: true });
  expect(await read('/api/note/all', 'notes', `?cursor=${first.next}`, 'caro')).toEqual({
    things: things.slice(1),
    next: undefined,
  });
});

closesInOrder(() => farm);
