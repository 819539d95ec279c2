import { beforeAll, describe, expect, test } from 'vitest';
import { recordedKinds } from '../../src/domain/movements/registry.ts';
import { moneyFieldsOf } from '../../src/domain/movements/permissions.ts';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let sale: Movement;
const price = '18512345.67';

const saleOf = (rest: object = {}) => ({
  date: '2026-08-01',
  lot_id: farm.lots.bajo,
  rodeo_id: farm.rodeos.invernada,
  animals: [{ type: farm.cat('Novillito'), count: 3 }],
  buyer: 'Frigorífico Norte',
  ...rest,
});

beforeAll(async () => {
  farm = await createFieldFarm();
  sale = (await farm.record('ana', 'sell', saleOf({ total: price }))).body['movement'] as Movement;
});

/** Every reading that could show a price, as one text. */
const allThatSees = async (who: PersonName): Promise<string> => {
  const org = farm.organizationId;
  const pages = [
    `/api/movement/all/${org}`,
    `/api/movement/last-10/${org}`,
    `/api/movement/rodeo/${org}/${farm.rodeos.invernada}`,
    `/api/movement/${sale.id}`,
    `/api/sync/${org}?since=0`,
    `/api/organization/data/${org}`,
  ];
  let next: string | null = '';
  const texts: string[] = [];
  for (const page of pages) texts.push(JSON.stringify((await farm.as(who, 'GET', page)).body));
  while (next !== null) {
    const { body } = await farm.as(who, 'GET', `/api/sync/${org}/snapshot${next && `?page=${next}`}`);
    texts.push(JSON.stringify(body));
    next = body['next_page'] as string | null;
  }
  return texts.join('\n');
};

const letAdminsSee = (show_finance_to_admins: boolean) =>
  farm.db
    .updateTable('organizations')
    .set({ settings: JSON.stringify({ show_finance_to_admins }) })
    .where('id', '=', farm.organizationId)
    .execute();

describe('Prices', () => {
  test('are seen by the owner and the administrator', async () => {
    expect(await allThatSees('ana')).toContain(price);
    expect(await allThatSees('beto')).toContain(price);
  });

  test('are never sent to a hand, by no reading', async () => {
    const text = await allThatSees('caro');
    expect(text).toContain(sale.id);
    expect(text).not.toContain(price);
  });

  test('are not told in the live messages, which everybody hears', () => {
    const told = farm.commits.flatMap((commit) => commit.announcements);
    expect(JSON.stringify(told)).toContain(sale.id);
    expect(JSON.stringify(told)).not.toContain(price);
  });

  test('are kept from administrators when the owner says so', async () => {
    await letAdminsSee(false);
    expect(await allThatSees('beto')).not.toContain(price);
    expect(await allThatSees('ana')).toContain(price);
    await letAdminsSee(true);
  });

  test('that somebody sends who does not see them are kept for those who do, and looked at', async () => {
    await letAdminsSee(false);
    for (const who of ['beto', 'caro'] as const) {
      const { body } = await farm.record(who, 'sell', saleOf({ total: '99.00', price_per_kg: '7.00' }));
      const shown = body['movement'] as Movement;
      expect(shown.metadata).not.toHaveProperty('total');
      expect(shown.review?.reasons).toContain('price');
      const kept = (await farm.as('ana', 'GET', `/api/movement/${shown.id}`)).body['movement'] as Movement;
      expect(kept.metadata).toMatchObject({ total: '99.00', price_per_kg: '7.00', buyer: 'Frigorífico Norte' });
    }
    await letAdminsSee(true);
  });

  test('that nobody sends leave nothing to look at', async () => {
    await letAdminsSee(false);
    const { body } = await farm.record('beto', 'sell', saleOf({}));
    expect((body['movement'] as Movement).review?.reasons ?? []).not.toContain('price');
    await letAdminsSee(true);
  });

  test('stay as they are when somebody who does not see them corrects the record', async () => {
    await letAdminsSee(false);
    const path = `/api/movement/sell/${farm.organizationId}/${sale.id}`;
    const edited = await farm.as('beto', 'PUT', path, saleOf({ buyer: 'Feria de Rauch', total: '1.00' }));
    expect(JSON.stringify(edited.body)).not.toContain(price);
    await letAdminsSee(true);
    const kept = (await farm.as('ana', 'GET', `/api/movement/${sale.id}`)).body['movement'] as Movement;
    expect(kept.metadata).toMatchObject({ buyer: 'Feria de Rauch', total: price });
    expect(kept.review?.reasons).toContain('price');
  });

  test.each(['-5.00', '5,00', '5.001', '1e3', 5, '9999999999999.00'])('are not %s', async (total) => {
    expect((await farm.record('ana', 'sell', saleOf({ total }))).status).toBe(400);
  });

  test('stand where they are declared, and nowhere else', () => {
    const withMoney = recordedKinds.filter((kind) => moneyFieldsOf(kind).length > 0).map((kind) => kind.type);
    expect(withMoney.toSorted((a, b) => a.localeCompare(b))).toEqual(['ASSET', 'ASSET_BATCH', 'BUY', 'SELL']);
  });
});

closesInOrder(() => farm);
