import { beforeAll, describe, expect, test } from 'vitest';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';

let farm: FieldFarm;
let caro: ServerPhone;
beforeAll(async () => {
  farm = await createFieldFarm();
  const bought = { date: '2026-11-01', rodeo_id: farm.rodeos.cria, lot_id: farm.lots.ombu };
  const animals = [{ type: farm.cat('Vaca'), count: 5 }];
  await farm.record('ana', 'purchase', { ...bought, animals, unit_price: '900000.00', total: '4500000.00' });
  await farm.as('ana', 'POST', `/api/invoice/${farm.organizationId}`, { notes: 'Borrador' });
  caro = openServerPhone(farm, 'caro');
  await caro.meet();
});

const giveRole = (role: string) =>
  farm.as('ana', 'PATCH', `/api/organization/user/${farm.userIds.caro}/role`, {
    organization_id: farm.organizationId,
    role,
    email: 'caro@campo.test',
  });
const prices = async (): Promise<unknown[]> =>
  (await caro.farm.views.page({ types: ['BUY'] }, null, 50)).items.flatMap(
    ({ movement }) => movement.metadata['total'] ?? [],
  );

describe('What was recorded before a role changed', () => {
  test('says no price to a hand, and no paper', async () => {
    expect(await prices()).toEqual([]);
    expect(await caro.farm.views.invoices()).toEqual([]);
  });

  test('says its prices once she runs the farm too', async () => {
    expect((await giveRole('admin')).status).toBe(200);
    await caro.meet();
    expect(await prices()).toEqual(['4500000.00']);
    expect(await caro.farm.views.invoices()).toHaveLength(1);
  });

  test('and is silent about them again when she does not', async () => {
    await giveRole('user');
    await caro.meet();
    expect(await prices()).toEqual([]);
    expect(await caro.farm.views.invoices()).toEqual([]);
  });
});
