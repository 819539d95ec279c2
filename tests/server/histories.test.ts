import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { histories, migrate } from '../../src/server/database/migrate.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { isOnPostgres } from '../support/postgres.ts';
import { closesInOrder } from '../support/server.ts';

let farm: FieldFarm;
beforeAll(async () => {
  farm = await createFieldFarm();
  const org = farm.organizationId;
  const { body } = await farm.record('ana', 'weather/rain', { date: '2026-11-01', mm: 3 });
  const { id } = body['movement'] as { readonly id: string };
  await farm.as('ana', 'PUT', `/api/movement/weather/rain/${org}/${id}`, { date: '2026-11-01', mm: 4 });
});

const rows = async (table: (typeof histories)[number]): Promise<string> =>
  JSON.stringify(await farm.db.selectFrom(table).selectAll().execute());

describe.each(histories)('The history %s', (table) => {
  const names = isOnPostgres() ? /permission denied/ : /added to, and never changed/;

  test.each([
    [
      'changed',
      sql`update ${sql.table(table)} set ${sql.ref(table === 'security_events' ? 'what' : 'organization_id')} = 'x'`,
    ],
    ['erased', sql`delete from ${sql.table(table)}`],
  ])('is not %s by the server’s own role, nor after another start', async (_what, statement) => {
    const before = await rows(table);
    expect(before.length).toBeGreaterThan(10);
    await expect(statement.execute(farm.db)).rejects.toThrow(names);
    await migrate(farm.db);
    await expect(statement.execute(farm.db)).rejects.toThrow(names);
    expect(await rows(table)).toBe(before);
  });
});

closesInOrder(() => farm);
