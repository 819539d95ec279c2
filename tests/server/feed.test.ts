import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Change } from '../../src/contract/endpoints/sync.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let org: string;

beforeAll(async () => {
  farm = await createFieldFarm();
  org = farm.organizationId;
});

interface Page {
  readonly epoch: string;
  readonly from: number;
  readonly to: number;
  readonly more: boolean;
  readonly changes: readonly Change[];
  readonly acks: readonly { readonly key: string; readonly seq: number; readonly server_id: string | null }[];
  readonly next_page: string | null;
}

/** What a phone has: rows by table and id. */
type Tables = Map<string, Readonly<Record<string, unknown>>>;

const apply = (tables: Tables, changes: readonly Change[]): void => {
  for (const { table, id, row } of changes) {
    if (row === null) tables.delete(`${table} ${id}`);
    else tables.set(`${table} ${id}`, row);
  }
};

const get = async (path: string, who: PersonName = 'ana'): Promise<Page> => {
  const answer = await farm.as(who, 'GET', `/api/sync/${org}${path}`);
  expect(answer.status).toBe(200);
  return answer.body as unknown as Page;
};
const pull = (since: number, rest = '', who: PersonName = 'ana') =>
  get(`?since=${since}&epoch=${farm.epoch}${rest}`, who);

const firstLoad = async (between: () => Promise<void> = async () => undefined, who: PersonName = 'ana') => {
  const tables: Tables = new Map();
  const order: string[] = [];
  let page = await get('/snapshot', who);
  for (;;) {
    apply(tables, page.changes);
    order.push(...page.changes.map((change) => change.table));
    if (page.next_page === null) return { tables, to: page.to, order: [...new Set(order)] };
    await between();
    page = await get(`/snapshot?page=${page.next_page}`, who);
  }
};

const rain = (mm: number, key = randomUUID(), who: PersonName = 'ana') =>
  farm.record(who, 'weather/rain', { date: '2026-10-01', mm }, { 'idempotency-key': key });
const seq = async (): Promise<number> => {
  const row = await farm.db.selectFrom('organizations').select('seq').where('id', '=', org).executeTakeFirst();
  return row?.seq ?? 0;
};

describe('The sequence of a farm', () => {
  test('goes up by one with every commit, and every answer and message carries it', async () => {
    const before = await seq();
    const heard = farm.commits.length;
    const answers = [await rain(1), await rain(2), await rain(3)];
    expect(answers.map((answer) => answer.headers['x-sync-seq'])).toEqual(
      [before + 1, before + 2, before + 3].map(String),
    );
    expect(answers.map((answer) => answer.headers['x-sync-epoch'])).toEqual([farm.epoch, farm.epoch, farm.epoch]);
    expect(farm.commits.slice(heard).map((commit) => commit.seq)).toEqual([before + 1, before + 2, before + 3]);
  });

  test('stays where it is when nothing changed: a refusal, a repetition, a thing deleted twice', async () => {
    const key = randomUUID();
    const { body } = await rain(1, key);
    const { id } = body['movement'] as { id: string };
    await farm.as('ana', 'DELETE', `/api/movement/delete/${org}/${id}`);
    const before = await seq();
    await rain(1, key);
    await farm.record('ana', 'weather/rain', { date: 'hoy', mm: 1 });
    await farm.as('ana', 'DELETE', `/api/movement/delete/${org}/${id}`);
    expect(await seq()).toBe(before);
  });
});

describe('What changed after a sequence', () => {
  test('is each row once, as it stands now, with the cells that it moved', async () => {
    const before = await seq();
    const { body } = await farm.record('ana', 'death', {
      date: '2026-10-01',
      lot_id: farm.lots.ombu,
      rodeo_id: farm.rodeos.cria,
      animals: [{ type: farm.cat('Vaca'), count: 2 }],
    });
    const { id } = body['movement'] as { id: string };
    const changed = {
      date: '2026-10-01',
      animals: [{ type: farm.cat('Vaca'), count: 3 }],
      lot_id: farm.lots.ombu,
      rodeo_id: farm.rodeos.cria,
    };
    await farm.as('ana', 'PUT', `/api/movement/death/${org}/${id}`, changed);
    const page = await pull(before);
    const cell = `${farm.lots.ombu}|${farm.rodeos.cria}|${farm.cat('Vaca')}`;
    expect(page).toMatchObject({ from: before, to: before + 2, more: false, epoch: farm.epoch });
    expect(new Set(page.changes.map((change) => `${change.table} ${change.id}`))).toEqual(
      new Set([`cells ${cell}`, `movements ${id}`]),
    );
    expect(page.changes).toHaveLength(2);
    expect(page.changes.find((change) => change.table === 'movements')?.row).toMatchObject({ version: 2 });
    expect(page.changes.find((change) => change.table === 'cells')?.row).toMatchObject({ head: 57 });
  });

  test('is nothing when nothing did', async () => {
    const at = await seq();
    expect(await pull(at)).toMatchObject({ from: at, to: at, more: false, changes: [], acks: [] });
  });

  test('tells of deletions: the record stays as a deleted row', async () => {
    const { body } = await rain(9);
    const { id } = body['movement'] as { id: string };
    const lot = await farm.as('ana', 'POST', `/api/lot/create/${org}`, { name: 'Por borrar', hectares: 1 });
    const lotId = (lot.body['lot'] as { id: string }).id;
    const category = await farm.as('ana', 'POST', `/api/animal-categories/${org}`, { name: 'Por borrar' });
    const categoryId = (category.body['category'] as { id: string }).id;
    const before = await seq();
    await farm.as('ana', 'DELETE', `/api/movement/delete/${org}/${id}`);
    await farm.as('ana', 'DELETE', `/api/lot/delete/${org}/${lotId}`);
    await farm.as('ana', 'DELETE', `/api/animal-categories/${org}/${categoryId}`);
    const { changes } = await pull(before);
    for (const gone of [id, lotId, categoryId]) {
      expect(changes.find((change) => change.id === gone)?.row).toMatchObject({ id: gone, deleted: true });
    }
  });

  test('acknowledges the phone’s own keys, nobody else’s', async () => {
    const before = await seq();
    const [anas, caros] = [randomUUID(), randomUUID()];
    const { body } = await rain(1, anas);
    await rain(2, caros, 'caro');
    const { id } = body['movement'] as { id: string };
    const { acks } = await pull(before);
    expect(acks.map(({ key, seq: at, server_id }) => ({ key, at, server_id }))).toEqual([
      { key: anas, at: before + 1, server_id: id },
    ]);
    expect((await pull(before, '', 'caro')).acks).toMatchObject([{ key: caros, seq: before + 2 }]);
  });

  test('comes in pages that never split a commit, and adds up to the whole', async () => {
    const before = await seq();
    for (let mm = 0; mm < 12; mm += 1) {
      await farm.record('ana', 'purchase', {
        date: '2026-10-02',
        lot_id: farm.lots.bajo,
        rodeo_id: farm.rodeos.invernada,
        animals: [
          { type: farm.cat('Novillo'), count: 1 },
          { type: farm.cat('Novillito'), count: 1 },
        ],
      });
    }
    const whole: Tables = new Map();
    apply(whole, (await pull(before)).changes);
    const byPages: Tables = new Map();
    let [since, more] = [before, true];
    while (more) {
      const page = await pull(since, '&limit=3');
      expect(page.to).toBeGreaterThan(since);
      apply(byPages, page.changes);
      [since, more] = [page.to, page.more];
    }
    expect(since).toBe(await seq());
    expect(byPages).toEqual(whole);
  });

  test.each([
    ['a sequence below nought', () => '?since=-1'],
    ['a sequence that is none', () => '?since=ayer'],
    ['a page that is none', () => '/snapshot?page=hola'],
    [
      'a page of movements as older servers named it',
      () =>
        `/snapshot?page=${Buffer.from('{"to":1,"table":"movements","after":"2026-10-01|id"}').toString('base64url')}`,
    ],
    [
      'a page of a table that is none',
      () => `/snapshot?page=${Buffer.from('{"to":1,"table":"users","after":""}').toString('base64url')}`,
    ],
  ])('asked with %s: 410, bring everything anew', async (_what, search) => {
    expect(await farm.as('ana', 'GET', `/api/sync/${org}${search()}`)).toMatchObject({
      status: 410,
      body: { ok: false, code: 'RESYNC', message: 'Hay que volver a traer los datos' },
    });
  });
});

describe('The first load', () => {
  // More than a page of history, as a phone sends it: many in one call.
  beforeAll(async () => {
    for (let sent = 0; sent < 520; sent += 40) {
      const path = `/api/movement/weather/rain/${org}`;
      const operations = Array.from({ length: 40 }, (_, index) => ({
        key: randomUUID(),
        method: 'POST',
        path,
        body: { date: '2026-10-01', mm: (sent + index) % 100 },
      }));
      const { body } = await farm.as('ana', 'POST', `/api/sync/${org}/ops`, { operations });
      const isTaken = (body['results'] as { status: number }[]).every(({ status }) => status === 200);
      if (!isTaken) throw new Error(`Not taken: ${JSON.stringify(body)}`);
    }
  }, 120_000);

  test('brings the farm before its history, in pages', async () => {
    const { tables, to, order } = await firstLoad();
    expect(order).toEqual(['organization', 'members', 'campos', 'categories', 'rodeos', 'lots', 'cells', 'movements']);
    expect(to).toBe(await seq());
    const stored = await farm.db.selectFrom('movements').select('id').where('organization_id', '=', org).execute();
    expect([...tables.keys()].filter((key) => key.startsWith('movements'))).toHaveLength(stored.length);
  });

  test('while others write, and the pull that follows, make the same as loading anew', async () => {
    let mm = 0;
    const { tables, to } = await firstLoad(async () => {
      await rain((mm += 1));
      await farm.as('ana', 'PUT', `/api/lot/edit/${org}`, { id: farm.lots.bajo, hectares: 80 + mm });
    });
    let [since, more] = [to, true];
    while (more) {
      const page = await pull(since, '&limit=5');
      apply(tables, page.changes);
      [since, more] = [page.to, page.more];
    }
    const anew = await firstLoad();
    expect(since).toBe(anew.to);
    const sorted = (all: Tables) => [...all].toSorted(([a], [b]) => (a < b ? -1 : 1));
    expect(sorted(tables)).toEqual(sorted(anew.tables));
  });

  test('reads past a page of rows that are not for the caller', async () => {
    await farm.as('ana', 'POST', `/api/note/create/${org}`, { text: 'Para mí', visibility: 'yo' });
    const own = await farm.db
      .selectFrom('notes')
      .selectAll()
      .where('organization_id', '=', org)
      .executeTakeFirstOrThrow();
    const many = Array.from({ length: 620 }, () => ({ ...own, id: randomUUID() }));
    for (let start = 0; start < many.length; start += 100) {
      await farm.db
        .insertInto('notes')
        .values(many.slice(start, start + 100))
        .execute();
    }
    const { tables } = await firstLoad(undefined, 'caro');
    expect([...tables.keys()].filter((key) => key.startsWith('notes'))).toEqual([]);
    expect([...tables.keys()].some((key) => key.startsWith('movements'))).toBe(true);
    await farm.db.deleteFrom('notes').where('id', '!=', own.id).execute();
  });

  test('shows a hand names and telephones, but no address', async () => {
    const { tables } = await firstLoad(undefined, 'caro');
    const text = JSON.stringify([...tables]);
    expect(text).toContain('Pérez');
    expect(text).not.toContain('@campo.test');
    expect(text).toContain('+54911');
  });

  test('has in its cells what the records add up to', async () => {
    const { tables } = await firstLoad();
    const kept = [...tables].filter(([key]) => key.startsWith('cells')).map(([, row]) => row);
    for (const row of kept) {
      const { head } = await farm.db
        .selectFrom('postings')
        .select((select) => select.fn.sum<number>('head').as('head'))
        .where('cell_id', '=', String(row['id']))
        .executeTakeFirstOrThrow();
      expect(row['head']).toBe(Number(head));
    }
    expect(kept.length).toBeGreaterThan(2);
  });
});

closesInOrder(() => farm);
