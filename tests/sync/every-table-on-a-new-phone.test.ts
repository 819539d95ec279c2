import { expect, test } from 'vitest';
import { syncTables } from '../../src/contract/endpoints/sync.ts';
import type { Change } from '../../src/contract/endpoints/sync.ts';
import { createFieldFarm } from '../support/field-farm.ts';
import { onePlainEach } from '../support/plain-things.ts';
import { openServerPhone } from '../support/server-phone.ts';

test('a first load brings every table that travels, in the order of their list, and a new phone shows them', async () => {
  const farm = await createFieldFarm();
  const org = farm.organizationId;
  const made: readonly (readonly [path: string, body: object])[] = [
    [
      `/api/asset`,
      { organization_id: org, name: 'Sal', unit: 'kg', kind: 'medicamento', date: '2026-11-10', quantity: 50 },
    ],
    [`/api/note/create/${org}`, { text: 'Falta agua' }],
    [`/api/task/${org}`, { title: 'Arreglar el molino' }],
    [
      `/api/reproductive-cycle/${org}`,
      {
        rodeo_ids: [farm.rodeos.cria],
        service_type: 'natural',
        service_start: '2026-10-15',
        service_end: '2027-01-15',
      },
    ],
    [
      `/api/invoice/${org}`,
      {
        direction: 'recibida',
        kind: 'factura',
        letter: 'A',
        point_of_sale: 3,
        number: 1,
        issued_on: '2026-11-10',
        due_on: '2026-11-20',
        issuer: { name: 'Veterinaria Sur', cuit: '20-12345678-6', vat_condition: 'ri' },
        recipient: { name: 'La Esperanza SA', cuit: '33-69345023-9', vat_condition: 'ri' },
        lines: [{ concept: 'Vacuna aftosa', quantity: 100, unit_price: '1000.00', vat_rate: 21 }],
        state: 'pendiente',
      },
    ],
  ];
  for (const [path, body] of made) {
    const { status, body: answer } = await farm.as('ana', 'POST', path, body);
    expect([path, status, answer['issues'] ?? null]).toEqual([path, 200, null]);
  }
  await onePlainEach(farm);
  await farm.record('ana', 'weather/rain', { date: '2026-11-10', mm: 12 });

  const order: string[] = [];
  let page = '';
  do {
    const { body } = await farm.as('ana', 'GET', `/api/sync/${org}/snapshot${page && `?page=${page}`}`);
    order.push(...(body['changes'] as Change[]).map((change) => change.table));
    page = (body['next_page'] as string | null) ?? '';
  } while (page !== '');
  expect([...new Set(order)]).toEqual([...syncTables]);

  const phone = openServerPhone(farm, 'ana');
  await phone.meet();
  const { views } = phone.farm;
  const held = await views.holdings();
  expect(held.things.asset.map(({ row }) => row.name)).toEqual(['Sal']);
  expect(
    [held.things.note, held.things.task, held.things.cycle, held.things.invoice].map((rows) => rows.length),
  ).toEqual([1, 1, 1, 1]);
  expect(held.lots.length * held.members.length * held.things.campo.length * held.things.rodeo.length).toBeGreaterThan(
    0,
  );
  expect((await views.stock()).length * (await views.categories()).length).toBeGreaterThan(0);
  expect((await views.lastTen()).map(({ movement }) => movement.type)).toContain('RAIN');
});
