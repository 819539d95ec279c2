import { randomUUID } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Change } from '../../src/contract/endpoints/sync.ts';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { isPostgres } from '../../src/server/database/dialect.ts';
import { closeHistories } from '../../src/server/database/migrate.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openHistories } from '../support/opened-histories.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let org: string;
const price = '18512345.67';

interface Named {
  readonly tag: string;
  readonly month: string;
  readonly rows: number;
}
interface Page {
  readonly to: number;
  readonly mark: string;
  readonly seen: { readonly seq: number };
  readonly changes: readonly Change[];
  readonly next_page: string | null;
  readonly segments?: readonly Named[];
}
type Rows = Map<string, Readonly<Record<string, unknown>>>;

const get = (path: string, who: PersonName = 'ana', headers: Readonly<Record<string, string>> = {}) =>
  farm.as(who, 'GET', `/api/sync/${org}${path}`, undefined, headers);

const apply = (rows: Rows, changes: readonly Change[]): void => {
  for (const { table, id, row } of changes) {
    if (row === null) rows.delete(`${table} ${id}`);
    else rows.set(`${table} ${id}`, row);
  }
};

/** Asks page by page; gives the last one, the first one's commit, and the token that the last was asked by. */
async function pages(rows: Rows, who: PersonName, query: string) {
  let [first, token, page]: [Page | null, string, Page | null] = [null, '', null];
  do {
    const answer = await get(`/snapshot?${query}${token && `&page=${token}`}`, who);
    expect(answer.status).toBe(200);
    page = answer.body as unknown as Page;
    first ??= page;
    apply(rows, page.changes);
    if (page.next_page !== null) token = page.next_page;
  } while (page.next_page !== null);
  return { to: first.to, segments: page.segments, token };
}

const feedInto = async (rows: Rows, to: number, who: PersonName): Promise<void> => {
  for (let [since, more] = [to, true]; more;) {
    const page = (await get(`?since=${since}`, who)).body as unknown as Page & { more: boolean };
    apply(rows, page.changes);
    [since, more] = [page.to, page.more];
  }
};

/** What a phone that knows no segments has in the end. */
const byPages = async (who: PersonName = 'ana'): Promise<Rows> => {
  const rows: Rows = new Map();
  await feedInto(rows, (await pages(rows, who, '')).to, who);
  return rows;
};

const segmentAt = async (tag: string, who: PersonName = 'ana'): Promise<readonly Change[]> => {
  const { status, body } = await get(`/history/${tag}`, who);
  expect(status).toBe(200);
  return (body as { changes: readonly Change[] }).changes;
};

const bySegments = async (who: PersonName = 'ana', between: () => Promise<void> = async () => undefined) => {
  const rows: Rows = new Map();
  const { to, segments = [] } = await pages(rows, who, 'segments=1');
  await between();
  for (const { tag } of segments) apply(rows, await segmentAt(tag, who));
  await feedInto(rows, to, who);
  return { rows, to, segments };
};

const rain = async (date: string, mm = 1): Promise<Movement> => {
  const { body } = await farm.record('ana', 'weather/rain', { date, mm });
  return body['movement'] as Movement;
};

/** So many commits, sent as a phone sends them. */
const rains = async (count: number, date: string): Promise<void> => {
  const operations = Array.from({ length: count }, () => {
    return { key: randomUUID(), method: 'POST', path: `/api/movement/weather/rain/${org}`, body: { date, mm: 1 } };
  });
  expect((await farm.as('ana', 'POST', `/api/sync/${org}/ops`, { operations })).status).toBe(200);
};

const tagsOf = (segments: readonly Named[]) => Object.fromEntries(segments.map(({ month, tag }) => [month, tag]));
const sort = (rows: Rows) => new Map([...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)));
const head = async (): Promise<number> =>
  (await farm.db.selectFrom('organizations').select('seq').where('id', '=', org).executeTakeFirstOrThrow()).seq;
const markNow = async (): Promise<string> =>
  (await farm.db.selectFrom('organizations').select('mark').where('id', '=', org).executeTakeFirstOrThrow()).mark;
const kept = (sight: string) =>
  farm.db
    .selectFrom('history_segments')
    .selectAll()
    .where('organization_id', '=', org)
    .where('sight', '=', sight)
    .execute();

beforeAll(async () => {
  farm = await createFieldFarm();
  org = farm.organizationId;
  await farm.record('ana', 'sell', {
    date: '2026-08-01',
    lot_id: farm.lots.bajo,
    rodeo_id: farm.rodeos.invernada,
    animals: [{ type: farm.cat('Novillito'), count: 3 }],
    buyer: 'Frigorífico Norte',
    total: price,
  });
  for (const month of ['05', '06', '07']) for (const day of ['03', '17']) await rain(`2026-${month}-${day}`);
});

describe('History by segments', () => {
  test.each(['ana', 'beto', 'caro'] as const)('gives %s what pages give, the newest month first', async (who) => {
    const { rows, segments } = await bySegments(who);
    expect(sort(rows)).toEqual(sort(await byPages(who)));
    expect(segments.map(({ month, rows: count }) => [month, count])).toEqual([
      ['2026-11', 4],
      ['2026-08', 1],
      ['2026-07', 2],
      ['2026-06', 2],
      ['2026-05', 2],
      ['2026-01', 2],
    ]);
  });

  test('is made once: the same bytes for whoever asks again', async () => {
    const { segments } = await bySegments();
    const bytes = async () => {
      const answers = await Promise.all(
        segments.map(({ tag }) => get(`/history/${tag}`, 'ana', { 'accept-encoding': 'gzip, br' })),
      );
      expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(segments.map(() => 'br'));
      return answers.map(({ json }) => Buffer.from(json ?? []).toString('base64'));
    };
    const first = await bytes();
    expect(await bytes()).toEqual(first);
    const stored = await kept('with-money');
    expect(new Set(stored.map(({ body }) => Buffer.from(body ?? []).toString('base64')))).toEqual(new Set(first));
    expect((await bySegments()).segments).toEqual(segments);
  });

  test('goes on with pages for phones that do not ask for segments, and says none to them', async () => {
    expect((await pages(new Map(), 'ana', '')).segments).toBeUndefined();
  });

  test('shows the lowest role no price: in no segment, answer or kept byte', async () => {
    const [anas, caros] = [await bySegments('ana'), await bySegments('caro')];
    const text = ({ rows }: { rows: Rows }): string => JSON.stringify([...rows]);
    expect(text(anas)).toContain(price);
    expect(text(caros)).not.toContain(price);
    const bytes = async (sight: string) =>
      (await kept(sight)).map(({ body }) => brotliDecompressSync(body ?? new Uint8Array()).toString()).join('');
    expect(await bytes('with-money')).toContain(price);
    expect(await bytes('without-money')).not.toContain(price);
    expect(await bytes('without-money')).not.toMatch(/"(total|unit_price|net_total|price_per_kg|invoice_id)"/);
    const shared = anas.segments.filter(({ tag }) => caros.segments.some((one) => one.tag === tag));
    expect(shared).toEqual([]);
    for (const { tag } of anas.segments) {
      const answer = await get(`/history/${tag}`, 'caro', { 'accept-encoding': 'br' });
      expect([answer.status, answer.body, answer.json]).toMatchObject([410, { code: 'RESYNC' }, undefined]);
    }
    for (const { tag } of caros.segments) expect((await get(`/history/${tag}`, 'ana')).status).toBe(410);
  });

  test('follows the owner’s word on who sees prices', async () => {
    const settings = (show_finance_to_admins: boolean) =>
      farm.as('ana', 'PUT', `/api/organization/${org}`, { settings: { show_finance_to_admins } });
    const before = await bySegments('beto');
    expect((await settings(false)).status).toBe(200);
    for (const { tag } of before.segments) expect((await get(`/history/${tag}`, 'beto')).status).toBe(410);
    expect(JSON.stringify([...(await bySegments('beto')).rows])).not.toContain(price);
    await settings(true);
  });

  test('is nobody’s outside of the farm', async () => {
    const { segments } = await bySegments();
    expect((await get(`/history/${segments[0]?.tag}`, 'dana')).status).toBe(404);
    const other = await farm.as('dana', 'POST', '/api/organization', { name: 'Otra' });
    const { id } = other.body['organization'] as { id: string };
    expect((await farm.as('dana', 'GET', `/api/sync/${id}/history/${segments[0]?.tag}`)).status).toBe(410);
  });

  test('stays as it is while few commits come after it: the feed brings those', async () => {
    const before = await bySegments();
    const moved = await rain('2026-06-20', 5);
    await rains(40, '2026-08-09');
    const after = await bySegments('ana', async () => {
      const { status } = await farm.as('ana', 'PUT', `/api/movement/weather/rain/${org}/${moved.id}`, {
        date: '2026-05-20',
        mm: 5,
      });
      expect(status).toBe(200);
    });
    expect([after.segments, after.to]).toEqual([before.segments, before.to]);
    expect(sort(after.rows)).toEqual(sort(await byPages()));
  });

  test('is made anew only where something changed, once the feed would be long', async () => {
    await farm.db.deleteFrom('history_bases').where('organization_id', '=', org).execute();
    const before = await bySegments();
    expect(before.to).toBe(await head());
    // Moved from one month to another: both are others than before.
    const [row] = await segmentAt(tagsOf(before.segments)['2026-06'] ?? '');
    const body = { date: '2026-05-30', mm: 9 };
    const { status } = await farm.as('ana', 'PUT', `/api/movement/weather/rain/${org}/${row?.id}`, body);
    expect(status).toBe(200);
    await rains(500, '2026-09-01');
    const after = await bySegments();
    expect(after.to).toBe(await head());
    expect(sort(after.rows)).toEqual(sort(await byPages()));
    const [old, now] = [tagsOf(before.segments), tagsOf(after.segments)];
    const same = Object.keys(now).filter((month) => old[month] === now[month]);
    expect(same.toSorted()).toEqual(['2026-01', '2026-07', '2026-08', '2026-11']);
    expect((await segmentAt(now['2026-06'] ?? '')).map(({ id }) => id)).not.toContain(row?.id);
    expect((await get(`/history/${old['2026-06']}`)).status).toBe(410);
  });

  test('comes in parts where a month is long, which join without a gap', async () => {
    const [example] = await farm.db
      .selectFrom('movements')
      .selectAll()
      .where('organization_id', '=', org)
      .limit(1)
      .execute();
    if (!example) throw new Error('The farm has no movement');
    const rows = Array.from({ length: 4_100 }, (_, n) => ({
      ...example,
      id: randomUUID(),
      date: `2025-03-${String((n % 28) + 1).padStart(2, '0')}`,
      created_at: new Date(Date.UTC(2025, 2, 1) + (n % 900) * 1000).toISOString(),
    }));
    for (let start = 0; start < rows.length; start += 100)
      await farm.db
        .insertInto('movements')
        .values(rows.slice(start, start + 100))
        .execute();
    await farm.db.deleteFrom('history_bases').where('organization_id', '=', org).execute();
    const { rows: loaded, segments } = await bySegments();
    const parts = segments.filter(({ month }) => month === '2025-03');
    expect(parts.map((part) => part.rows)).toEqual([2_000, 2_000, 100]);
    const found = (await Promise.all(parts.map(({ tag }) => segmentAt(tag)))).flat().map(({ id }) => id);
    expect([found.length, new Set(found)]).toEqual([4_100, new Set(rows.map(({ id }) => id))]);
    expect(sort(loaded)).toEqual(sort(await byPages()));
  });
});

describe('What is kept of the history', () => {
  test('is planned once for all who ask at the same time', async () => {
    await farm.db.deleteFrom('history_bases').where('organization_id', '=', org).execute();
    const { token } = await pages(new Map(), 'caro', '');
    const asked = await Promise.all(
      Array.from({ length: 6 }, () => get(`/snapshot?segments=1&page=${byTable(token)}`, 'caro')),
    );
    const lists = asked.map(({ body }) => (body as unknown as Page).segments ?? []);
    for (const list of lists) expect(list).toEqual(lists[0]);
    for (const { tag } of lists[0] ?? []) expect((await get(`/history/${tag}`, 'caro')).status).toBe(200);
  });

  test.each([
    ['another program', { made_by: 'another' }],
    ['a history that this database does not hold', { mark: 'of-another-history' }],
    ['a commit that is still to come', { seq: 1_000_000 }],
  ])('by %s serves nobody, and is made anew', async (_what, edit) => {
    const before = await bySegments();
    await farm.db.updateTable('history_bases').set(edit).where('organization_id', '=', org).execute();
    for (const { tag } of before.segments) expect((await get(`/history/${tag}`)).status).toBe(410);
    const after = await bySegments();
    const tags = new Set(before.segments.map(({ tag }) => tag));
    expect(after.segments.filter(({ tag }) => tags.has(tag))).toEqual([]);
    expect(sort(after.rows)).toEqual(sort(await byPages()));
  });

  test('is not what a running server remembers of commits that its database, put back meanwhile, has lost', async () => {
    await rain('2026-03-02', 4);
    await farm.db.deleteFrom('history_bases').where('organization_id', '=', org).execute();
    const { segments = [] } = await pages(new Map(), 'ana', 'segments=1');
    const { tag = '' } = segments.find(({ month }) => month === '2026-03') ?? {};
    const [then, mark] = [await head(), await markNow()];
    const lost = (await rain('2026-03-03', 9)).id;
    expect((await segmentAt(tag)).map(({ id }) => id)).toContain(lost);
    // What the copy held: the tag without its bytes, and nothing of the last record.
    await openHistories(farm.db);
    await farm.db.updateTable('history_segments').set({ body: null, ids: null }).where('tag', '=', tag).execute();
    for (const table of ['commits', 'changes'] as const)
      await farm.db.deleteFrom(table).where('organization_id', '=', org).where('seq', '>', then).execute();
    await farm.db.deleteFrom('operations').where('scope', '=', org).where('seq', '>', then).execute();
    await farm.db.deleteFrom('movements').where('id', '=', lost).execute();
    await farm.db.updateTable('organizations').set({ seq: then, mark }).where('id', '=', org).execute();
    await closeHistories(farm.db);
    expect((await segmentAt(tag)).map(({ id }) => id)).not.toContain(lost);
    const [row] = (await kept('with-money')).filter((one) => one.tag === tag);
    expect(brotliDecompressSync(row?.body ?? new Uint8Array()).toString()).not.toContain(lost);
  });

  test('is nobody’s need: where nothing can be written down, pages come, and a segment all the same', async () => {
    const { segments } = await bySegments();
    const text = isPostgres(farm.db)
      ? [
          sql`create function full() returns trigger as $$ begin raise exception 'full'; end $$ language plpgsql`,
          sql`create trigger full_bases before insert on history_bases execute function full()`,
          sql`create trigger full_segments before update on history_segments execute function full()`,
        ]
      : [
          sql`create trigger full_bases before insert on history_bases begin select raise(abort, 'full'); end`,
          sql`create trigger full_segments before update on history_segments begin select raise(abort, 'full'); end`,
        ];
    await farm.db.updateTable('history_segments').set({ body: null }).where('organization_id', '=', org).execute();
    for (const statement of text) await statement.execute(farm.db);
    for (const { tag } of segments) expect((await segmentAt(tag)).length).toBeGreaterThan(0);
    await farm.db.deleteFrom('history_bases').where('organization_id', '=', org).execute();
    const bugs = farm.bugs.length;
    const { rows, segments: none } = await bySegments();
    expect([none, sort(rows)]).toEqual([[], sort(await byPages())]);
    expect(farm.bugs.splice(0).length).toBeGreaterThan(bugs);
    for (const table of ['bases', 'segments'])
      await sql.raw(`drop trigger full_${table}${isPostgres(farm.db) ? ` on history_${table}` : ''}`).execute(farm.db);
    expect((await bySegments()).segments.length).toBeGreaterThan(0);
  });

  closesInOrder(() => farm);
});

/** The token of a page, at the beginning of the movements. */
function byTable(token: string): string {
  const read = JSON.parse(Buffer.from(token, 'base64url').toString()) as object;
  return Buffer.from(JSON.stringify({ ...read, table: 'movements', after: '' })).toString('base64url');
}
