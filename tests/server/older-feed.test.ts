import { type Kysely, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { migrate } from '../../src/server/database/migrate.ts';
import type { Tables } from '../../src/server/database/tables.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openHistories } from '../support/opened-histories.ts';
import { closesInOrder } from '../support/server.ts';

/** The feed as releases before step 21 kept it, with the key of each operation beside its changes. */
const olderLayout = [
  `create table older (organization_id text not null, seq integer not null, table_name text not null, row_id text not null, key text,
    primary key (organization_id, seq, table_name, row_id))`,
  `insert into older select c.organization_id, c.seq, c.table_name, c.row_id, o.key from changes as c
    left join operations as o on o.scope = c.organization_id and o.seq = c.seq`,
  'drop table changes',
  'alter table older rename to changes',
  'alter table cells drop column seq',
  'alter table organizations drop column answers_short_to',
  'alter table operations drop column packed',
  'drop table openings',
  'delete from migrations where step > 20',
];

let farm: FieldFarm;
beforeAll(async () => {
  farm = await createFieldFarm();
  const org = farm.organizationId;
  for (const mm of [1, 2, 3]) {
    const { body } = await farm.record('ana', 'weather/rain', { date: '2026-11-01', mm });
    const { id } = body['movement'] as { readonly id: string };
    await farm.as('ana', 'PUT', `/api/movement/weather/rain/${org}/${id}`, { date: '2026-11-01', mm: mm + 1 });
    const death = { date: '2026-11-01', lot_id: farm.lots.ombu, rodeo_id: farm.rodeos.cria };
    await farm.record('ana', 'death', { ...death, animals: [{ type: farm.cat('Vaca'), count: 1 }] });
  }
});

/** All of the feed but the flag of rows that were made by something else than a record: an older database knows them better. */
const feedIn = async (db: Kysely<Tables>) => ({
  changes: await db
    .selectFrom('changes')
    .select(['seq', 'table_name', 'row_id'])
    .orderBy('seq')
    .orderBy('table_name')
    .orderBy('row_id')
    .execute(),
  cells: await db.selectFrom('cells').selectAll().orderBy('cell_id').execute(),
  records: await db
    .selectFrom('changes')
    .select(['row_id', 'again', 'seq'])
    .where('table_name', '=', 'movements')
    .orderBy('seq')
    .orderBy('row_id')
    .execute(),
});

const pull = (since: number, limit: number) =>
  farm.as('ana', 'GET', `/api/sync/${farm.organizationId}?since=${since}&epoch=${farm.epoch}&limit=${limit}`);

test('A database of an older release gives the same feed, and goes on', async () => {
  const before = await feedIn(farm.db);
  const pages = [(await pull(0, 5)).body['changes'], (await pull(3, 5)).body['changes']];
  await openHistories(farm.db);
  await farm.db.transaction().execute(async (trx) => {
    for (const statement of olderLayout) await sql.raw(statement).execute(trx);
  });
  await migrate(farm.db);
  expect(await feedIn(farm.db)).toEqual(before);
  expect(before.records.filter(({ again }) => again === 1).length).toBeGreaterThan(2);
  expect([(await pull(0, 5)).body['changes'], (await pull(3, 5)).body['changes']]).toEqual(pages);
  expect((await farm.record('ana', 'weather/rain', { date: '2026-11-02', mm: 9 })).status).toBe(200);
});

closesInOrder(() => farm);
