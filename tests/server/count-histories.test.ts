import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '../../src/domain/dates.ts';
import type { Movement } from '../../src/domain/movements/movement.ts';
import type { CoreResponse } from '../../src/server/kernel/exchange.ts';
import { reviewIn } from '../../src/server/herd/book/review-mark.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { isOnPostgres } from '../support/postgres.ts';
import { expectInOrder } from '../support/server.ts';
import { seeded } from '../support/sim/random.ts';

/** All thousand before a release (`HISTORIES=1000`); a share of them in every run. */
const histories = Number(process.env['HISTORIES'] ?? (isOnPostgres() ? 20 : 60));
const first = Number(process.env['HISTORY'] ?? 1);
/** As many in one farm: a farm with hundreds of lots is slow in everything. */
const inOneFarm = 20;
const steps = 16;

interface Line {
  readonly lot: string;
  readonly rodeo: string;
  readonly category: string;
  readonly head: number;
}

interface Told {
  readonly lot: string;
  readonly rodeo: string | undefined;
  readonly heads: ReadonlyMap<string, number>;
  rules: boolean;
  isRejected: boolean;
}

/** A record as the test knows it: what was said, and nothing of what the server made of it. */
interface Known {
  readonly id: string;
  readonly at: string;
  date: string;
  path: string;
  lines: readonly Line[];
  count?: Told;
}

let farm: FieldFarm;

beforeEach(async () => {
  farm = await createFieldFarm();
});
afterEach(async () => {
  await expectInOrder(farm);
  await farm.close();
});

/** A farm's weeks by chance: late records, edits, deletions, counts of lots and rodeos, by the office and by a hand who waits for it. */
class History {
  private readonly random: () => number;
  private readonly lots: string[] = [];
  private readonly org = farm.organizationId;
  readonly known: Known[] = [];

  constructor(seed: number) {
    this.random = seeded(seed);
  }

  private readonly below = (end: number): number => Math.floor(this.random() * end);
  private readonly one = <T>(of: readonly T[]): T => of[this.below(of.length)] as T;
  private readonly day = (): string => `2026-11-${10 + this.below(5)}`;
  private readonly categories = (): string[] => [farm.cat('Vaca'), farm.cat('Toro')];
  private readonly rodeos = (): string[] => [farm.rodeos.cria, farm.rodeos.invernada];

  async live(): Promise<void> {
    for (const name of ['A', 'B']) {
      const lot = { name: `${name} ${randomUUID().slice(0, 8)}`, hectares: 5 };
      const { body } = await farm.as('ana', 'POST', `/api/lot/create/${this.org}`, lot);
      this.lots.push((body['lot'] as { id: string }).id);
    }
    await this.record('purchase');
    for (let step = 0; step < steps; step += 1) await this.step();
  }

  private async step(): Promise<void> {
    const random = this.random();
    const some = this.known.length > 0 ? this.one(this.known) : undefined;
    if (random < 0.15) return await this.record('purchase');
    if (random < 0.3) return await this.record('death');
    if (random < 0.38) return await this.record('load-transfer');
    if (random < 0.65 || !some) return await this.count();
    if (random < 0.77) return await this.decide();
    if (random < 0.9) return some.count ? await this.correct(some, some.count) : await this.edit(some);
    await this.erase(some);
  }

  private said(path: string, date: string): { body: object; lines: readonly Line[] } {
    const [from = '', to = ''] = this.random() < 0.5 ? this.lots : this.lots.toReversed();
    const rodeo = this.one(this.rodeos());
    const category = this.one(this.categories());
    const head = 1 + this.below(30);
    const animals = [{ type: category, count: head }];
    const cell = { rodeo, category };
    if (path === 'load-transfer') {
      const body = { date, from_lot_id: from, to_lot_id: to, rodeo_id: rodeo, animals, offline: true };
      return {
        body,
        lines: [
          { ...cell, lot: from, head: -head },
          { ...cell, lot: to, head },
        ],
      };
    }
    const body = { date, lot_id: from, rodeo_id: rodeo, animals, offline: true };
    return { body, lines: [{ ...cell, lot: from, head: path === 'death' ? -head : head }] };
  }

  private readonly instant = (): string => `2026-11-1${this.below(9)}T1${this.below(3)}:00:00.000Z`;

  private async record(path: string): Promise<void> {
    const [date, at, cid] = [this.day(), this.instant(), randomUUID()];
    const { body, lines } = this.said(path, date);
    movementIn(await farm.record('ana', path, { ...body, recorded_at: at, cid }));
    this.known.push({ id: cid, at, date, path, lines });
  }

  private async edit(record: Known): Promise<void> {
    const date = this.day();
    const { body, lines } = this.said(record.path, date);
    movementIn(await farm.as('ana', 'PUT', `/api/movement/${record.path}/${this.org}/${record.id}`, body));
    Object.assign(record, { date, lines });
  }

  private counted(date: string): { body: object; told: Omit<Told, 'rules' | 'isRejected'> } {
    const lot = this.one(this.lots);
    const rodeo = this.random() < 0.6 ? undefined : this.one(this.rodeos());
    const categories = this.random() < 0.3 ? this.categories() : [this.one(this.categories())];
    const heads = new Map(categories.map((category) => [category, this.below(40)]));
    const counted = [...heads].map(([type, count]) => ({ type, count, expected: this.below(50) }));
    const place = { lot_id: lot, ...(rodeo && { rodeo_id: rodeo }) };
    return { body: { date, kind: 'recount', ...place, counted, offline: true }, told: { lot, rodeo, heads } };
  }

  private async count(): Promise<void> {
    const [date, at, cid] = [this.day(), this.instant(), randomUUID()];
    const { body, told } = this.counted(date);
    const who = this.one(['ana', 'caro'] as const);
    movementIn(await farm.as(who, 'POST', `/api/audit/${this.org}`, { ...body, recorded_at: at, cid }));
    const count = { ...told, rules: who === 'ana', isRejected: false };
    this.known.push({ id: cid, at, date, path: '', lines: [], count });
    // As often as not somebody counts the same again, and says the same.
    if (this.random() < 0.3) {
      const again = { ...body, recorded_at: this.instant(), cid: randomUUID() };
      movementIn(await farm.as('ana', 'POST', `/api/audit/${this.org}`, again));
      this.known.push({
        id: again.cid,
        at: again.recorded_at,
        date,
        path: '',
        lines: [],
        count: { ...count, rules: true },
      });
    }
  }

  private async decide(): Promise<void> {
    const waiting = this.known.find(({ count }) => count && !count.rules && !count.isRejected);
    if (!waiting?.count) return;
    const verb = this.random() < 0.75 ? 'approve' : 'reject';
    const answer = await farm.as('beto', 'PUT', `/api/audit/${this.org}/${waiting.id}/${verb}`, {});
    // One that agreed with the book was approved without anybody's word, and is not rejected any more.
    if (answer.status !== 200) return;
    waiting.count.rules = verb === 'approve';
    waiting.count.isRejected = verb === 'reject';
  }

  private async correct(record: Known, before: Told): Promise<void> {
    const date = this.day();
    const { body, told } = this.counted(date);
    const { metadata } = movementIn(await farm.as('ana', 'PUT', `/api/audit/${this.org}/${record.id}`, body));
    const isDecided = metadata['decided_at'] !== undefined;
    if (before.rules && !isDecided) throw new Error(`${record.id} was decided, and is no more`);
    Object.assign(record, { date, count: { ...told, rules: isDecided, isRejected: false } });
  }

  private async erase(record: Known): Promise<void> {
    const path = `/api/movement/delete/${this.org}/${record.id}?offline=1`;
    expectTaken(await farm.as('ana', 'DELETE', path));
    this.known.splice(this.known.indexOf(record), 1);
  }

  /** The book as anybody would read it: all records in their order, each count the last word on its cells. */
  replay(): { cells: Map<string, number>; counts: Map<string, number>; short: readonly string[] } {
    const cells = new Map<string, number>();
    const counts = new Map<string, number>();
    const key = ({ date, at, id }: Known): string => `${date} ${at} ${id}`;
    /** By cell, the record of this day that took it below zero, and the one since which it is so at the end of each day. */
    const crossed = new Map<string, string>();
    const short = new Map<string, { since: string; head: number }>();
    const marks: string[] = [];
    let reader = '';
    let day = '';
    const endDay = (): void => {
      for (const [cell, head] of cells) {
        const before = short.get(cell);
        if (head < 0) short.set(cell, { since: crossed.get(cell) ?? before?.since ?? '', head });
        else if (before && short.delete(cell))
          marks.push(`${before.since} ${cell}: ${before.head} until ${addDays(day, -1)}`);
      }
      crossed.clear();
    };
    const add = (lot: string, rodeo: string | null, category: string, head: number): void => {
      const cell = `${lot}|${rodeo ?? ''}|${category}`;
      const before = cells.get(cell) ?? 0;
      cells.set(cell, before + head);
      if (before >= 0 && before + head < 0) crossed.set(cell, reader);
    };
    for (const { id, date, lines, count } of this.known.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))) {
      if (date !== day) endDay();
      [reader, day] = [id, date];
      for (const { lot, rodeo, category, head } of lines) add(lot, rodeo, category, head);
      for (const [category, heads] of count?.heads ?? []) {
        const there = [...this.rodeos(), '']
          .filter((rodeo) => count?.rodeo === undefined || rodeo === count.rodeo)
          .map((rodeo) => ({ rodeo, head: cells.get(`${count?.lot ?? ''}|${rodeo}|${category}`) ?? 0 }))
          .filter(({ head }) => head !== 0)
          .toSorted((a, b) => b.head - a.head || (a.rodeo < b.rodeo ? -1 : 1));
        let rest = heads - there.reduce((sum, { head }) => sum + head, 0);
        counts.set(`${id} ${category}`, rest);
        if (!count?.rules) continue;
        for (const { rodeo, head } of rest < 0 ? there : []) {
          const taken = Math.min(-rest, Math.max(0, head));
          add(count.lot, rodeo, category, -taken);
          rest += taken;
        }
        add(count.lot, count.rodeo ?? there[0]?.rodeo ?? null, category, rest);
      }
    }
    endDay();
    return {
      cells,
      counts,
      short: [...marks, ...[...short].map(([cell, { since, head }]) => `${since} ${cell}: ${head} now`)].toSorted(),
    };
  }

  /** What the server's kept sums, counts and marks say. */
  async stored(): Promise<{ cells: Map<string, number>; counts: Map<string, number>; marks: string[] }> {
    const rows = await farm.db
      .selectFrom('cells')
      .select(['cell_id', 'head'])
      .where('lot_id', 'in', this.lots)
      .execute();
    const cells = new Map(rows.map(({ cell_id, head }) => [cell_id, head]));
    const counts = new Map<string, number>();
    const ids = this.known.map(({ id }) => id);
    const marks: string[] = [];
    for (const { id, review, payload } of await recordsOf(ids)) {
      const known = this.known.find((record) => record.id === id);
      for (const { lot_id, rodeo_id, category_id, head, until } of reviewIn(review).cells ?? []) {
        const days = until === undefined ? 'now' : `until ${until}`;
        marks.push(`${id} ${lot_id ?? ''}|${rodeo_id ?? ''}|${category_id}: ${head} ${days}`);
      }
      if (!known?.count || known.count.isRejected) continue;
      const { counted } = JSON.parse(payload) as { counted: readonly { type: string; difference: number }[] };
      for (const line of counted) counts.set(`${id} ${line.type}`, line.difference);
    }
    return { cells, counts, marks: marks.toSorted() };
  }
}

const recordsOf = async (ids: readonly string[]) =>
  await farm.db
    .selectFrom('movements')
    .select(['id', 'review', 'payload'])
    .where('id', 'in', ['', ...ids])
    .execute();

const expectTaken = ({ body }: CoreResponse): void => expect(body).toMatchObject({ ok: true });

function movementIn(answer: CoreResponse): Movement {
  expectTaken(answer);
  return answer.body['movement'] as Movement;
}

const withoutNone = (cells: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...cells].filter(([, head]) => head !== 0));

describe('A book with counts', () => {
  const parts = Array.from({ length: Math.ceil(histories / inOneFarm) }, (_, at) => ({ from: first + at * inOneFarm }));

  test.each(parts)(
    'equals what anybody reads off its records in their order, from history $from on',
    async ({ from }) => {
      const seen = { counts: 0, negative: 0, derived: 0 };
      for (let seed = from; seed < from + inOneFarm; seed += 1) {
        const history = new History(seed);
        await history.live();
        const [read, stored] = [history.replay(), await history.stored()];
        expect(withoutNone(stored.cells), `the sums of HISTORY=${seed}`).toEqual(withoutNone(read.cells));
        for (const [count, difference] of stored.counts)
          expect(difference, `count ${count} of HISTORY=${seed}`).toBe(read.counts.get(count));
        expect(stored.marks, `the marks of HISTORY=${seed}`).toEqual(read.short);
        seen.counts += stored.counts.size;
        seen.negative += stored.marks.length;
        seen.derived += [...stored.counts.values()].filter((difference) => difference !== 0).length;
      }
      // They held what they are about.
      expect(seen.counts / inOneFarm).toBeGreaterThan(2);
      expect(seen.derived / inOneFarm).toBeGreaterThan(1);
      expect(seen.negative / inOneFarm).toBeGreaterThan(0.2);
    },
    600_000,
  );
});
