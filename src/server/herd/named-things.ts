import { fillPath } from '../../contract/endpoint.ts';
import { callNames } from '../../contract/endpoints/things.ts';
import { serverSentences } from '../../contract/sentences-server.ts';
import type { Thing } from '../../domain/things/describe.ts';
import type { ThingName } from '../../domain/things/registry.ts';
import type { Db, Tables, Trx } from '../database/tables.ts';
import {
  type Answer,
  type Call,
  type Commit,
  farmOf,
  type Handlers,
  idOf,
  read,
  refuse,
  write,
} from '../kernel/call.ts';
import { keepOtherForm } from '../rows/other-words.ts';
import { arrivedBefore, isoOf, madeBy, refuseTakenName, rowOf, sentOnly, setRow, without } from '../rows/stored.ts';

type NamedTable = 'campos' | 'categories' | 'rodeos';
type Marks = keyof ReturnType<typeof madeBy>;
type Form = { readonly name: string; readonly cid?: string };
type Row<T extends NamedTable> = Tables[T];
type Set<T extends NamedTable> = Partial<Omit<Row<T>, Marks>>;

/** A change: the row before (null for a new one), and the columns set. */
interface Act<T extends NamedTable> {
  readonly id: string;
  readonly before: Row<T> | null;
  readonly set: Set<T> & { readonly deleted?: number };
}

/** How a thing with a name, a table and the five usual calls differs from others. */
export interface NamedThing<T extends NamedTable> {
  readonly thing: Pick<Thing, 'calls'> & { readonly name: ThingName; readonly table: T };
  readonly order: readonly (keyof Row<T> & string)[];
  /** Defaults of a new one. */
  readonly blank: Omit<Row<T>, Marks | 'name'>;
  readonly present: (db: Trx, organizationId: string, rows: readonly Row<T>[]) => Promise<Answer[]>;
  /** Refuses before anything is written. */
  readonly check?: (commit: Commit, act: Act<T>) => Promise<void>;
  /** The columns a deletion sets; null if already gone. May refuse. */
  readonly removal: (commit: Commit, row: Row<T>) => Promise<Act<T>['set'] | null>;
  /** Logs and broadcasts the change, in its transaction. */
  readonly done: (call: Call, commit: Commit, act: Act<T>, shown: Answer) => Promise<void>;
}

/** Booleans as the database stores them. */
const columnsOf = (said: object): object =>
  Object.fromEntries(
    Object.entries(said).map(([name, value]) => [name, value === true ? 1 : value === false ? 0 : value]),
  );

/** Rows not deleted, in list order. */
export async function namedRows<T extends NamedTable>(
  { thing, order, present }: Pick<NamedThing<T>, 'thing' | 'order' | 'present'>,
  db: Db,
  organizationId: string,
): Promise<Answer[]> {
  let query = db
    .selectFrom(thing.table as NamedTable)
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('deleted', '=', 0);
  for (const column of order) query = query.orderBy(column as 'name');
  const rows = await query.execute();
  return await present(db as Trx, organizationId, rows as unknown as Row<T>[]);
}

async function change<T extends NamedTable>(
  { thing }: NamedThing<T>,
  call: Call,
  commit: Commit,
  { id, before, set }: Act<T>,
): Promise<void> {
  const at = { updated_at: isoOf(call), version: (before?.version ?? 0) + 1 };
  await setRow(commit, thing.table as NamedTable, id, { ...set, ...at });
  commit.touch(thing.table, id);
}

async function shown<T extends NamedTable>(
  { thing, present }: NamedThing<T>,
  commit: Commit,
  id: string,
): Promise<Answer> {
  const [row] = await present(commit.trx, commit.organizationId, [await rowOf(commit, thing.table, id)]);
  return { [thing.name]: row };
}

async function create<T extends NamedTable>(named: NamedThing<T>, call: Call<Form>, commit: Commit): Promise<Answer> {
  const { thing, blank, check, done } = named;
  const { cid, ...form } = call.body;
  if (cid && (await arrivedBefore(commit, thing.table, cid))) {
    const row = await rowOf(commit, thing.table, cid);
    const path = fillPath(thing.calls.edit, { org: commit.organizationId, id: cid });
    await keepOtherForm(call, commit, { row, name: row.name, said: form, edit: { path } });
    return await shown(named, commit, cid);
  }
  const id = cid ?? call.newId();
  const set = columnsOf(sentOnly(form)) as Set<T>;
  const act: Act<T> = { id, before: null, set };
  await check?.(commit, act);
  await refuseTakenName(commit, thing.table, form.name, id, serverSentences.thingNameTaken(thing.name));
  const row = { ...madeBy(call, commit, id), ...blank, ...set } as unknown as Row<'campos'>;
  await commit.trx
    .insertInto(thing.table as 'campos')
    .values(row)
    .execute();
  commit.touch(thing.table, id);
  const answer = await shown(named, commit, id);
  await done(call, commit, act, answer);
  return answer;
}

async function update<T extends NamedTable>(
  named: NamedThing<T>,
  call: Call<Partial<Form>>,
  commit: Commit,
): Promise<Answer> {
  const { thing, check, done } = named;
  const row = await rowOf(commit, thing.table, idOf(call));
  if (row.deleted === 1) return refuse('NOT_FOUND');
  const { name } = call.body;
  const act: Act<T> = { id: row.id, before: row, set: columnsOf(sentOnly(without(call.body, 'cid'))) as Set<T> };
  await check?.(commit, act);
  if (name) await refuseTakenName(commit, thing.table, name, row.id, serverSentences.thingNameTaken(thing.name));
  await change(named, call, commit, act);
  const answer = await shown(named, commit, row.id);
  await done(call, commit, act, answer);
  return answer;
}

async function remove<T extends NamedTable>(named: NamedThing<T>, call: Call, commit: Commit): Promise<Answer> {
  const row = await rowOf(commit, named.thing.table, idOf(call));
  const set = row.deleted === 1 ? null : await named.removal(commit, row);
  if (set === null) return { alreadyDeleted: true };
  const act: Act<T> = { id: row.id, before: row, set };
  await change(named, call, commit, act);
  await named.done(call, commit, act, await shown(named, commit, row.id));
  return { alreadyDeleted: false };
}

/** Handlers of such a thing's calls; `read` only where declared. */
export function namedHandlers<T extends NamedTable>(named: NamedThing<T>): Handlers {
  const { thing } = named;
  const names = callNames(thing);
  const one = read(async (call, db) =>
    shown(named, { trx: db as Trx, organizationId: farmOf(call) } as Commit, idOf(call)),
  );
  return {
    [names.list]: read(async (call, db) => ({
      [thing.table]: await namedRows(named, db, farmOf(call)),
    })),
    ...(thing.calls.read !== null && { [names.read]: one }),
    [names.create]: write<Form>((call, commit) => create(named, call, commit)),
    [names.edit]: write<Partial<Form>>((call, commit) => update(named, call, commit)),
    [names.remove]: write((call, commit) => remove(named, call, commit)),
  };
}
