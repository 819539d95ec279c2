import { randomUUID } from 'node:crypto';
import { CompiledQuery, type Kysely, type KyselyPlugin, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Change } from '../../src/contract/endpoints/sync.ts';
import { isPostgres } from '../../src/server/database/dialect.ts';
import type { Tables } from '../../src/server/database/tables.ts';
import { pageAfter, walk } from '../../src/server/sync/pull.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, createTestServer, type PersonName, type TestServer } from '../support/server.ts';

interface Page {
  readonly to: number;
  readonly more: boolean;
  readonly sight: string | null;
  readonly changes: readonly Change[];
}

describe('A backlog far longer than a page', () => {
  let farm: FieldFarm;
  let org: string;
  let since = 0;
  const records: string[] = [];

  const ask = (from: number, rest = '', who: PersonName = 'ana') =>
    farm.as(who, 'GET', `/api/sync/${org}?since=${from}&epoch=${farm.epoch}${rest}`);
  const page = async (from: number, rest = '', who: PersonName = 'ana'): Promise<Page> => {
    const answer = await ask(from, rest, who);
    expect(answer.status).toBe(200);
    return answer.body as unknown as Page;
  };
  const pages = async (limit: number): Promise<Page[]> => {
    const all: Page[] = [];
    for (let more = true; more;) {
      const next = await page(all.at(-1)?.to ?? since, `&limit=${limit}`);
      all.push(next);
      more = next.more;
    }
    return all;
  };
  /** The commit that changed a row last. */
  const lastOf = async (table: string, id: string): Promise<number> => {
    const { seq } = await farm.db
      .selectFrom('changes')
      .select((select) => select.fn.max<number>('seq').as('seq'))
      .where('table_name', '=', table)
      .where('row_id', '=', id)
      .executeTakeFirstOrThrow();
    return seq;
  };
  const send = async (operations: readonly object[]): Promise<void> => {
    const { body } = await farm.as('ana', 'POST', `/api/sync/${org}/ops`, {
      operations: operations.map((one) => ({ key: randomUUID(), ...one })),
    });
    const statuses = (body['results'] as { status: number }[]).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  };

  beforeAll(async () => {
    farm = await createFieldFarm();
    org = farm.organizationId;
    since = Number((await farm.db.selectFrom('organizations').select('seq').where('id', '=', org).execute())[0]?.seq);
    for (let round = 0; round < 6; round += 1) {
      const cids = Array.from({ length: 40 }, () => randomUUID());
      records.push(...cids);
      await send(
        cids.flatMap((cid, index) => {
          const animals = [{ type: farm.cat('Novillo'), count: 1 }];
          const place = { lot_id: farm.lots.bajo, rodeo_id: farm.rodeos.invernada };
          const bought = { date: '2026-10-02', ...place, animals, cid };
          const lot = { id: farm.lots.ombu, notes: `${round} ${index}` };
          return [
            { method: 'POST', path: `/api/movement/purchase/${org}`, body: bought },
            { method: 'PUT', path: `/api/lot/edit/${org}`, body: lot },
          ];
        }),
      );
    }
    // Records of the first pages go, and are corrected, at the end of the backlog.
    await send([
      { method: 'DELETE', path: `/api/movement/delete/${org}/${records[0]}`, body: {} },
      { method: 'DELETE', path: `/api/movement/delete/${org}/${records[7]}`, body: {} },
    ]);
  }, 120_000);

  test.each([1, 3, 40, 113])('comes by %i rows, each row once, in the place of its last change', async (limit) => {
    const all = await pages(limit);
    const rows = all.flatMap(({ changes }) => changes.map(({ table, id }) => `${table} ${id}`));
    expect(new Set(rows).size).toBe(rows.length);
    expect(rows.toSorted()).toEqual((await page(since)).changes.map(({ table, id }) => `${table} ${id}`).toSorted());
    let from = since;
    for (const { to, changes } of all) {
      expect(changes.length).toBeGreaterThan(0);
      for (const { table, id } of changes) {
        const last = await lastOf(table, id);
        expect([last > from, last <= to]).toEqual([true, true]);
      }
      from = to;
    }
    expect(from).toBe((await page(since)).to);
  });

  test('holds what changed again and again until its end, and what was deleted as it ended', async () => {
    const all = await pages(40);
    const at = (id: string): number => all.findIndex(({ changes }) => changes.some((change) => change.id === id));
    const cell = `${farm.lots.bajo}|${farm.rodeos.invernada}|${farm.cat('Novillo')}`;
    for (const id of [farm.lots.ombu, cell, records[0] ?? '', records[7] ?? ''])
      expect([id, at(id) >= all.length - 2]).toEqual([id, true]);
    expect(at(records[1] ?? '')).toBe(0);
    const gone = all.flatMap(({ changes }) => changes).find(({ id }) => id === records[0]);
    expect(gone?.row).toMatchObject({ deleted: true });
  });

  test('is to be fetched anew once its reader sees less than on the pages before', async () => {
    const { body } = await farm.as('beto', 'GET', `/api/sync/${org}/snapshot`);
    const sight = `&sight=${String(body['sight'])}&limit=10`;
    const first = await page(since, sight, 'beto');
    expect(first.more).toBe(true);
    await farm.as('ana', 'PUT', `/api/organization/${org}`, { settings: { show_finance_to_admins: false } });
    expect(await ask(first.to, sight, 'beto')).toMatchObject({ status: 410, body: { code: 'RESYNC' } });
    await farm.as('ana', 'PUT', `/api/organization/${org}`, { settings: { show_finance_to_admins: true } });
    expect((await ask(first.to, sight, 'beto')).status).toBe(200);
  });

  closesInOrder(() => farm);
});

interface Plan {
  readonly steps: readonly string[];
  readonly scans: readonly string[];
  readonly rows: number;
}

describe('What a page of the feed costs', () => {
  let server: TestServer;
  const limit = 50;
  let [statements, read] = [0, 0];
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1;
      read += result.rows.length;
      return result;
    },
  };
  const costAt = async (farm: string, since: number, head: number) => {
    [statements, read] = [0, 0];
    const { rows, to } = await pageAfter(server.db.withPlugin(counting), farm, { since, head, limit });
    return { statements, read, rows: rows.length, isAhead: to > since };
  };
  /** A farm's changes as records make them: a new one each, and a task that changes with all of them. */
  const fill = async (farm: string, commits: number): Promise<void> => {
    const rows = Array.from({ length: commits }, (_, index) => [
      { organization_id: farm, seq: index + 1, table_name: 'movements', row_id: `m${index}`, again: 0 },
      { organization_id: farm, seq: index + 1, table_name: 'tasks', row_id: 't', again: index > 0 ? 1 : 0 },
    ]).flat();
    for (let start = 0; start < rows.length; start += 1000)
      await server.db
        .insertInto('changes')
        .values(rows.slice(start, start + 1000))
        .execute();
  };

  beforeAll(async () => {
    server = await createTestServer();
    await fill('short', 200);
    await fill('long', 20_000);
    if (isPostgres(server.db)) await sql`analyze changes`.execute(server.db);
  });

  test('does not depend on how long the backlog is: statements and rows read', async () => {
    const ofShort = await costAt('short', 0, 200);
    expect(ofShort).toEqual({ statements: 1, read: 4 * limit + 1, rows: limit, isAhead: true });
    expect(await costAt('long', 0, 20_000)).toEqual(ofShort);
    expect(await costAt('long', 10_000, 20_000)).toEqual(ofShort);
  });

  test('is what its index gives: no change is read that the page does not look at', async () => {
    const plan = await planOf(server.db);
    expect(plan.rows).toBeLessThanOrEqual(3 * (4 * limit + 1));
    expect(plan.scans).toEqual([]);
    expect(plan.steps.join('\n')).toContain('changes_of_row');
  });

  /** How the database reads a page of the long backlog: the embedded one says where it would read or sort all, PostgreSQL how many rows it touched. */
  async function planOf(db: Kysely<Tables>): Promise<Plan> {
    const query = walk(db, 'long', 0).limit(4 * limit + 1);
    if (!isPostgres(db)) {
      const { sql: text, parameters } = query.compile();
      const steps = await db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
      );
      const details = steps.rows.map(({ detail }) => detail);
      return { steps: details, scans: details.filter((step) => /\bSCAN\b|B-TREE/.test(step)), rows: 0 };
    }
    const steps = (await query.explain<Record<string, string>>('text', sql`analyze`)).map((row) => row['QUERY PLAN']);
    const counts = steps.map((step) => / rows=(\d+) loops=(\d+)\)$/.exec(step ?? '')).filter((found) => found !== null);
    return {
      steps: steps.map(String),
      scans: [],
      rows: counts.reduce((sum, [, rows, loops]) => sum + Number(rows) * Number(loops), 0),
    };
  }
});
