import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { doTogether, makeFarm, rowsOf, signUp } from './farm.mjs';
import { inserting } from './inserting.mjs';
import { work } from './places.mjs';
import { startProduct } from './servers.mjs';

/** The same farm in every run. */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const dayMs = 86_400_000;
const firstDay = Date.UTC(2020, 0, 1);
const lastDay = Date.UTC(2025, 11, 31);
const dayOf = (ms) => new Date(ms).toISOString().slice(0, 10);
const examplesOfKind = 40;

/** How often each kind comes among a hundred records, its path, and its body for a cell. */
const kinds = [
  { share: 14, type: 'RAIN', path: 'weather/rain', body: () => ({ mm: 20 }) },
  { share: 4, type: 'FROST', path: 'weather/frost', body: () => ({ intensity: 'fuerte', min_temperature: -3.2 }) },
  {
    share: 16,
    type: 'WEIGHING',
    path: 'weighing',
    body: ({ lot, rodeo, category }, n) => ({
      lot_id: lot,
      rodeo_id: rodeo,
      animals: [{ type: category, count: 10 + n, total_kg: (10 + n) * 210 }],
    }),
  },
  {
    share: 20,
    type: 'TREATMENT',
    path: 'treatment',
    body: ({ lot, rodeo, category }, n) => ({
      lot_id: lot,
      rodeo_id: rodeo,
      animals: [{ type: category, count: 10 + n }],
      reason: 'desparasitacion',
      products: [{ name: 'Ivermectina', dose: '10 ml', quantity: 120, unit: 'ml' }],
      detail: 'Desparasitado con ivermectina al 1 %',
    }),
  },
  {
    share: 10,
    type: 'CONSUMPTION',
    path: 'consumption',
    body: ({ lot, rodeo }) => ({ lot_id: lot, rodeo_id: rodeo, product: 'silo de maíz', quantity: 1250.5, unit: 'kg' }),
  },
  {
    share: 14,
    type: 'BUY',
    path: 'purchase',
    body: ({ lot, rodeo, category }, n) => ({
      lot_id: lot,
      rodeo_id: rodeo,
      animals: [{ type: category, count: 100 + n }],
      supplier: 'Haras Sur',
      total: '18500000.00',
    }),
  },
  {
    share: 10,
    type: 'SELL',
    path: 'sell',
    body: ({ lot, rodeo, category }, n) => ({
      lot_id: lot,
      rodeo_id: rodeo,
      animals: [{ type: category, count: 1 + (n % 20) }],
      buyer: 'Frigorífico Norte',
    }),
  },
  {
    share: 12,
    type: 'DEATH',
    path: 'death',
    body: ({ lot, rodeo, category }) => ({
      lot_id: lot,
      rodeo_id: rodeo,
      animals: [{ type: category, count: 1 }],
      cause: 'rayo',
    }),
  },
];

/** Forty records of each kind, made by the server's own calls: the rows of all others are theirs with another day. */
export function examples({ organizationId, cells }) {
  // What comes in first: nothing is sold that was never there.
  const inOrder = kinds.toSorted((a, b) => Number(b.type === 'BUY') - Number(a.type === 'BUY'));
  return inOrder.flatMap(({ type, path, body }) =>
    Array.from({ length: examplesOfKind }, (_, n) => ({
      method: 'POST',
      path: `/api/movement/${path}/${organizationId}`,
      body: { date: dayOf(firstDay - (type === 'BUY' ? 400 : 200 - n) * dayMs), ...body(cells[n % cells.length], n) },
    })),
  );
}

/** A line of the ledger without its number, which the database gives. */
const unnumbered = (line) => Object.fromEntries(Object.entries(line).filter(([name]) => name !== 'id'));

/** Copies the examples until there are so many rows, spread over six years: each with its lines, its commit and its place in the feed. */
function multiply(path, { organizationId }, rows) {
  const database = new DatabaseSync(path);
  database.exec('pragma synchronous = OFF; begin');
  const all = database.prepare('select * from movements where organization_id = ? and deleted = 0').all(organizationId);
  const postings = database.prepare('select * from postings where organization_id = ?').all(organizationId);
  const linesOf = new Map(all.map(({ id }) => [id, postings.filter((line) => line.movement_id === id)]));
  const bag = kinds.flatMap(({ type, share }) => Array.from({ length: share }, () => type));
  const byType = new Map(kinds.map(({ type }) => [type, all.filter((row) => row.type === type)]));
  const [example] = all;
  const put = inserting(database, 'movements', example);
  const [line] = postings;
  const putLine = inserting(database, 'postings', unnumbered(line));
  const putCommit = database.prepare('insert into commits (organization_id, seq, mark, at) values (?, ?, ?, ?)');
  const putChange = database.prepare(
    "insert into changes (organization_id, seq, table_name, row_id, again) values (?, ?, 'movements', ?, 0)",
  );
  const { seq: first } = database.prepare('select seq from organizations where id = ?').get(organizationId);
  const random = randomFrom(7);
  const more = rows - all.length;
  let mark = '';
  for (let index = 0; index < more; index += 1) {
    const ofKind = byType.get(bag[Math.floor(random() * bag.length)]);
    const from = ofKind[Math.floor(random() * ofKind.length)];
    const day = firstDay + Math.floor(((lastDay - firstDay) / dayMs) * (index / more)) * dayMs;
    // Later ones of a day were recorded later.
    const at = new Date(day + 12 * 3_600_000 + (index % 20_000) * 1000).toISOString();
    const id = `${index.toString(16).padStart(8, '0')}-0000-7000-8000-000000000000`;
    const payload = { ...JSON.parse(from.payload), date: dayOf(day) };
    if (from.type === 'RAIN') payload.mm = Math.round(random() * 800) / 10;
    const row = { ...from, id, date: payload.date, created_at: at, updated_at: at, synced_at: at };
    put.run(...Object.values({ ...row, payload: JSON.stringify(payload) }));
    for (const own of linesOf.get(from.id))
      putLine.run(...Object.values({ ...unnumbered(own), movement_id: id, date: payload.date }));
    mark = randomUUID().replaceAll('-', '').slice(0, 22);
    putCommit.run(organizationId, first + index + 1, mark, at);
    putChange.run(organizationId, first + index + 1, id);
  }
  database
    .prepare(
      `update cells set head = (select coalesce(sum(head), 0) from postings
        where postings.organization_id = cells.organization_id and postings.cell_id = cells.cell_id) where organization_id = ?`,
    )
    .run(organizationId);
  database.prepare('update organizations set seq = ?, mark = ? where id = ?').run(first + more, mark, organizationId);
  database.exec('commit; pragma wal_checkpoint(TRUNCATE)');
  database.close();
}

/** A farm of so many movements in the product's own database, on a server that has just started. */
export async function seedProduct(rows, rttMs) {
  const data = join(work, `farm-${rows}`);
  const first = await startProduct({ data });
  const owner = await signUp(first);
  const farm = await makeFarm(first, owner, { lots: 50 });
  await doTogether(first, farm, examples(farm));
  await first.stop();
  multiply(join(data, 'tranquera.sqlite'), farm, rows);
  return { server: await startProduct({ data, rttMs }), farm };
}

/**
 * The same, and its rows as a file for the peers' servers: each store gets what the product's first load says, sign by sign.
 */
export async function seedFarm(rows, rttMs) {
  const { server, farm } = await seedProduct(rows, rttMs);
  const { movements, cells } = await rowsOf(server, farm, ['movements', 'cells']);
  if (movements.length !== rows) throw new Error(`The farm has ${movements.length} movements of ${rows}`);
  const counted = cells.map((cell) => ({
    key: `${cell.lot_id}|${cell.rodeo_id}|${cell.category_id}`,
    lot: cell.lot_id,
    cat: cell.category_id,
    count: cell.head,
  }));
  // Oldest first, as they came to the server.
  const file = join(work, `farm-${rows}.json`);
  await writeFile(file, JSON.stringify({ rows: movements.toReversed(), cells: counted }));
  const rains = movements.filter(({ type }) => type === 'RAIN');
  return { rows, server, farm, file, rains };
}
