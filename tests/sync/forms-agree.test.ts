import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { offeredCategories } from '../../src/app/features/record/offered.ts';
import { shortages } from '../../src/app/features/record/short.ts';
import { type FarmThings, startValues } from '../../src/app/features/record/start.ts';
import { payloadFrom, type Values } from '../../src/app/features/record/values.ts';
import { cellsFor, missingPlace, placed, placesFor } from '../../src/app/features/record/where.ts';
import { noHabits } from '../../src/app/store/habits.ts';
import type { Recorder } from '../../src/app/sync/acts/saving.ts';
import { readyBody } from '../../src/app/sync/acts/recording.ts';
import type { RecordedKind } from '../../src/domain/movements/define.ts';
import { recordedKinds } from '../../src/domain/movements/registry.ts';
import { workedExamples } from '../../src/domain/movements/kinds/examples/worked-examples.ts';
import type { RecordedType } from '../../src/domain/movements/types.ts';
import { translate } from '../support/field-farm.ts';
import { createTestServer, expectInOrder, type TestServer } from '../support/server.ts';

const today = '2026-11-21';
const opened = '2026-06-01';

/** Heads by category, by the rodeo that they stand in: an empty name is none. */
type Standing = Readonly<Record<string, Readonly<Record<string, number>>>>;
interface Shape {
  readonly lots: Readonly<Record<string, Standing>>;
  readonly rodeos: readonly string[];
  /** Bought into no lot. */
  readonly nowhere?: Readonly<Record<string, number>>;
}

const cows = { Vaca: 12, Vaquillona: 4, 'Ternero al pie': 5 };
const shapes: Readonly<Record<string, Shape>> = {
  'an empty farm': { lots: {}, rodeos: [] },
  'no lot': { lots: {}, rodeos: ['Cría'], nowhere: cows },
  'one lot and no rodeo': { lots: { Bajo: { '': { ...cows, Novillito: 9 } } }, rodeos: [] },
  'several lots': {
    lots: { Bajo: { Cría: cows }, Alto: { Cría: { Novillito: 9, 'Ternera al pie': 3 } } },
    rodeos: ['Cría'],
  },
  'several rodeos': {
    lots: { Bajo: { Cría: cows, Recría: { Novillito: 9, Vaca: 2 }, '': { Vaca: 3, Toro: 1 } }, Alto: {} },
    rodeos: ['Cría', 'Recría'],
  },
};

interface Farm {
  readonly server: TestServer;
  readonly things: FarmThings;
}

async function make({ lots, rodeos, nowhere }: Shape): Promise<Farm> {
  const server = await createTestServer();
  const { organizationId: org, categories } = server;
  const idOf = async (path: string, body: object, part: string): Promise<string> =>
    ((await server.as('ana', 'POST', path, body)).body[part] as { readonly id: string }).id;
  const lines = (heads: Readonly<Record<string, number>>, more: object = {}) =>
    Object.entries(heads).map(([name, count]) => ({ type: categories[name], count, ...more }));
  const ids = new Map<string, string>();
  for (const name of rodeos) ids.set(name, await idOf(`/api/rodeo/${org}`, { name }, 'rodeo'));
  for (const [name, standing] of Object.entries(lots)) {
    const animals = Object.entries(standing).flatMap(([rodeo, heads]) =>
      lines(heads, { rodeo_id: ids.get(rodeo) ?? null }),
    );
    await idOf(`/api/lot/create/${org}`, { name, hectares: 50, animals, animals_on: opened }, 'lot');
  }
  if (nowhere) {
    const body = { date: opened, rodeo_id: ids.get('Cría'), lot_id: null, animals: lines(nowhere) };
    await server.as('ana', 'POST', `/api/movement/purchase/${org}`, body);
  }
  return { server, things: await thingsOf(server) };
}

async function thingsOf({ as, db, organizationId: org }: TestServer): Promise<FarmThings> {
  const list = async <T>(path: string, part: string): Promise<readonly T[]> =>
    (await as('ana', 'GET', path)).body[part] as readonly T[];
  const cells = await db.selectFrom('cells').selectAll().where('organization_id', '=', org).execute();
  const lots = await list<FarmThings['lots'][number]['lot']>(`/api/lot/info/${org}`, 'lots');
  const rodeos = await list<FarmThings['rodeos'][number]['rodeo']>(`/api/rodeo/${org}`, 'rodeos');
  return {
    lots: lots.map((lot) => ({ lot, state: 'enviado', problem: null, pendingOp: null, heads: 0 })),
    rodeos: rodeos.map((rodeo) => ({ rodeo, heads: 0, lotIds: [] })),
    campos: [],
    categories: await list(`/api/animal-categories/${org}`, 'categories'),
    stock: cells.map(({ lot_id: lot, rodeo_id: rodeo, category_id: category, head }) => ({
      lot,
      rodeo,
      category,
      head,
    })),
    habits: noHabits,
    isWhole: true,
  };
}

const recorder = ({ organizationId, userIds }: TestServer, isLinkKnown: boolean): Recorder => ({
  organizationId,
  userId: userIds.ana,
  deviceId: 'phone',
  appBuild: 'test',
  clock: { now: () => Date.parse(`${today}T12:00:00Z`) } as Recorder['clock'],
  random: { key: randomUUID, entityId: randomUUID } as unknown as Recorder['random'],
  isLinkKnown: () => isLinkKnown,
  clockOffsetMs: () => 0,
});

/** What a form of the kind holds beside its place and its animals. */
function restOf(kind: RecordedKind, { categories }: TestServer): Values {
  const { body } = workedExamples[kind.type as RecordedType];
  const words = { vaca: categories['Vaca'] ?? '', vaquillona: categories['Vaquillona'] ?? '' };
  const rest = Object.entries(body).filter(
    ([name]) => !['lot', 'lots', 'rodeo', 'campo', 'animals', 'weighed'].includes(kind.fields[name]?.control ?? ''),
  );
  return { ...(translate(Object.fromEntries(rest), words) as Values), date: today };
}

/** Answers what the form asks, with the place that holds most; null where there is nothing to answer with. */
function answered(kind: RecordedKind, start: Values, things: FarmThings): Values | null {
  let values = start;
  for (let name = missingPlace(kind, values, things); name !== null; name = missingPlace(kind, values, things)) {
    const taken = new Set(Object.values(values));
    const { places, none } = placesFor(kind, name, values, things);
    const best = places.filter(({ id }) => !taken.has(id)).toSorted((a, b) => (b.heads ?? 0) - (a.heads ?? 0))[0];
    if (best === undefined && none === null) return null;
    const isNone = none !== null && (best === undefined || none > (best.heads ?? 0));
    values = { ...values, [name]: isNone ? null : (best?.id ?? null) };
  }
  return values;
}

/** The form filled in with so many of a category. */
function withAnimals(kind: RecordedKind, values: Values, category: string, count: number): Values {
  const control = kind.fields['animals']?.control;
  if (control === 'weighed') return { ...values, animals: [{ type: category, count, total_kg: count * 300 }] };
  if (control === 'animals') return { ...values, whole: undefined, animals: [{ type: category, count }] };
  return 'from_category' in kind.fields && 'count' in kind.fields
    ? { ...values, from_category: category, count }
    : values;
}

const post = ({ as, organizationId: org }: TestServer, { routes }: RecordedKind, body: object) =>
  as('ana', 'POST', routes.create.replace('{org}', org), body);
async function undo({ as, organizationId: org }: TestServer, body: Readonly<Record<string, unknown>>): Promise<void> {
  const { id } = body['movement'] as { readonly id: string };
  await as('ana', 'DELETE', `/api/movement/delete/${org}/${id}?offline=1`);
}

/** What the phone says beforehand, and what the server then does. */
interface Verdict {
  readonly phone: string;
  readonly server: string;
}

const wordOf = ({ status, body }: Awaited<ReturnType<typeof post>>): string => {
  if (status === 200) return body['movement'] && 'review' in (body['movement'] as object) ? 'looked at' : 'taken';
  return body['code'] === 'NOT_ENOUGH_ANIMALS' ? 'short' : status === 400 ? 'refused' : String(body['code']);
};

/** One form saved: the phone's word of it, then the server's, from the desk. What is short is then saved all the same. */
async function saveOne({ server, things }: Farm, kind: RecordedKind, values: Values): Promise<readonly Verdict[]> {
  const typed = payloadFrom(kind, placed(kind, values, things));
  const farm = { categories: things.categories, cells: things.stock };
  const ready = readyBody(recorder(server, true), kind, typed, farm);
  const what = JSON.stringify([kind.type, typed]);
  const isShort = shortages(kind, values, things, today).length > 0;
  const answer = await post(server, kind, ready.ok ? ready.value.payload : typed);
  const first = { phone: ready.ok ? (isShort ? 'short' : 'taken') : 'refused', server: wordOf(answer) };
  if (answer.status === 200) await undo(server, answer.body);
  const verdict = { phone: `${first.phone} ${what}`, server: `${first.server} ${what}` };
  if (first.phone !== 'short' || !ready.ok) return [verdict];
  const anyway = await post(server, kind, { ...ready.value.payload, confirmed: true });
  if (anyway.status === 200) await undo(server, anyway.body);
  return [verdict, { phone: `looked at ${what}`, server: `${wordOf(anyway)} ${what}` }];
}

/** A form of the kind, filled in with each category that it offers, in figures that are there and one that is not. */
async function saveAll(farm: Farm, kind: RecordedKind): Promise<readonly Verdict[]> {
  const { things, server } = farm;
  const start = { ...restOf(kind, server), ...startValues(kind, things, today, { lotId: null, rodeoId: null }) };
  const values = answered(kind, start, things);
  // Nowhere to go: the form asks, and has no answer to offer.
  if (values === null)
    return [{ phone: 'asks', server: missingPlace(kind, start, things) === null ? 'silent' : 'asks' }];
  const cells = cellsFor(kind, placed(kind, values, things), things);
  const verdicts: Verdict[] = [];
  for (const category of offeredCategories(kind, things, values)) {
    const heads = cells.filter((cell) => cell.category === category).reduce((sum, cell) => sum + cell.head, 0);
    if (kind.herd === 'out') verdicts.push({ phone: 'is there', server: heads > 0 ? 'is there' : category });
    for (const count of counts(heads)) {
      // Several rodeos may hold the category: then the form asks once more.
      const whole = answered(kind, withAnimals(kind, values, category, count), things);
      if (whole) verdicts.push(...(await saveOne(farm, kind, whole)));
    }
  }
  return verdicts;
}

/** All that speak of animals somewhere; what is used of the store room is the store room's to know. */
const placeKinds = recordedKinds.filter(
  ({ place, type }) => (place.lot ?? place.rodeo) !== undefined && type !== 'ASSET_CONSUMPTION',
);
const counts = (heads: number): readonly number[] => [...new Set([1, Math.max(1, heads), heads + 1])];

describe.each(Object.entries(shapes))('On %s', (_name, shape) => {
  const made = make(shape);
  let saved = 0;
  afterAll(async () => {
    const { server } = await made;
    await expectInOrder(server);
    await server.close();
  });

  test.each(placeKinds.map((kind) => [kind.label, kind] as const))(
    '%s: what the form offers, the phone predicts and the server decides agree',
    async (_label, kind) => {
      const verdicts = await saveAll(await made, kind);
      saved += verdicts.length;
      expect(verdicts.map(({ server }) => server)).toEqual(verdicts.map(({ phone }) => phone));
    },
  );

  test('most kinds were recorded, of several categories', () => {
    expect(saved).toBeGreaterThan(shape.nowhere !== undefined || Object.keys(shape.lots).length > 0 ? 60 : 0);
  });

  test('a phone that holds half of it predicts no shortage, and what it takes in the field is kept', async () => {
    const { things, server } = await made;
    const half: FarmThings = { ...things, lots: things.lots.slice(0, 1), rodeos: [], stock: [], isWhole: false };
    const verdicts: string[] = [];
    for (const kind of placeKinds) {
      const start = { ...restOf(kind, server), ...startValues(kind, half, today, { lotId: null, rodeoId: null }) };
      const values = answered(kind, start, half);
      const [category] = offeredCategories(kind, half, start);
      if (values === null || category === undefined) continue;
      const filled = withAnimals(kind, values, category, 2);
      const typed = payloadFrom(kind, placed(kind, filled, half));
      const ready = readyBody(recorder(server, false), kind, typed, { categories: half.categories, cells: [] });
      if (!ready.ok) continue;
      const kept = await post(server, kind, ready.value.payload);
      verdicts.push(`${kind.type} ${kept.status} ${shortages(kind, filled, half, today).length}`);
      await undo(server, kept.body);
    }
    expect(verdicts.length).toBeGreaterThan(3);
    expect(verdicts.filter((verdict) => !verdict.endsWith(' 200 0'))).toEqual([]);
  });
});
