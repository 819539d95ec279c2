import { fillPath } from '../../../contract/endpoint.ts';
import { callNames } from '../../../contract/endpoints/things.ts';
import type { LiveActionName } from '../../../contract/live.ts';
import { serverSentences } from '../../../contract/sentences-server.ts';
import { plainThings, searchable } from '../../../domain/index.ts';
import type { PlainRow } from '../../database/tables-office.ts';
import { farmRows, insertRows, rowsWhere } from '../../database/tables.ts';
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
} from '../../kernel/call.ts';
import {
  changeOffice,
  checkNamed,
  type Content,
  contentOf,
  deleteOffice,
  isLiving,
  newOfficeRow,
  pageOf,
  scopeOf,
} from '../../rows/office.ts';
import { keepOtherForm } from '../../rows/other-words.ts';
import { type PlainThing, presentPlain } from '../present.ts';
import { arrivedBefore, refuseName, rowOf, type Scope, sentOnly, without } from '../../rows/stored.ts';

type Form = Content & { readonly cid?: string; readonly offline?: boolean };

interface Parts {
  readonly thing: PlainThing;
}

/** Refuses with NOT_FOUND, also an id of another thing. */
async function thingRow(parts: Parts, scope: Scope, id: string): Promise<PlainRow> {
  const row = await rowOf(scope, 'things', id);
  return row.thing === parts.thing.name ? row : refuse('NOT_FOUND');
}

/** Broadcasts the row only if every role may see it. */
async function announced(parts: Parts, commit: Commit, id: string, act: 'created' | 'updated'): Promise<Answer> {
  const { name, may } = parts.thing;
  const answer = { [name]: presentPlain(await thingRow(parts, commit, id)) };
  commit.announce(`${name}-${act}` as LiveActionName, may.see === null ? answer : {});
  return answer;
}

/** Refuses another row's name, ignoring case and accents, if declared unique. */
async function refuseTaken({ thing }: Parts, commit: Commit, name: string, ownId: string): Promise<void> {
  if (thing.unique === null) return;
  const rows = await farmRows(commit, 'things', { thing: thing.name, deleted: 0 }).select(['id', 'name']).execute();
  const isTaken = rows.some((row) => row.id !== ownId && searchable(row.name) === searchable(name));
  if (!isTaken) return;
  refuseName(serverSentences.thingNameTaken(thing.name), thing.unique);
}

async function create(parts: Parts, call: Call<Form>, commit: Commit): Promise<Answer> {
  const { thing } = parts;
  const { cid, ...form } = call.body;
  if (cid && (await arrivedBefore(commit, 'things', cid))) return await secondArrival(parts, call, commit, cid);
  const content = { ...thing.blank, ...sentOnly(without(form, 'offline')) };
  const [id, name] = [cid ?? call.newId(), thing.nameOf(content)];
  await checkNamed(commit, form);
  await refuseTaken(parts, commit, name, id);
  const row: PlainRow = { ...newOfficeRow(call, commit, id, content), thing: thing.name, name };
  await insertRows(commit.trx, 'things', row);
  commit.touch(thing.table, id);
  return await announced(parts, commit, id, 'created');
}

/** The first to arrive stands; differences wait for the office (domain.md §3.0, 6). */
async function secondArrival(parts: Parts, call: Call<Form>, commit: Commit, cid: string): Promise<Answer> {
  const { thing } = parts;
  const row = await rowOf(commit, 'things', cid);
  if (row.thing !== thing.name) return refuse('CONFLICT');
  const path = fillPath(thing.calls.edit, { org: commit.organizationId, id: cid });
  const stored = { ...contentOf(row), id: row.id, created_by: row.created_by };
  await keepOtherForm(call, commit, { row: stored, name: row.name, said: call.body, edit: { path } });
  return { [thing.name]: presentPlain(row) };
}

async function update(parts: Parts, call: Call<Form>, commit: Commit): Promise<Answer> {
  const { thing } = parts;
  const row = await thingRow(parts, commit, idOf(call));
  if (row.deleted === 1) return refuse('NOT_FOUND');
  const changes = without(call.body, 'cid');
  await checkNamed(commit, changes);
  const content = { ...contentOf(row), ...sentOnly(without(changes, 'offline')) };
  const name = thing.nameOf(content);
  if (name !== row.name) await refuseTaken(parts, commit, name, row.id);
  const changed = await changeOffice(call, commit, 'things', row, content, { name });
  if (!changed) return { [thing.name]: presentPlain(row) };
  return await announced(parts, commit, row.id, 'updated');
}

async function remove(parts: Parts, call: Call, commit: Commit): Promise<Answer> {
  const { thing } = parts;
  const row = await thingRow(parts, commit, idOf(call));
  const alreadyDeleted = await deleteOffice(call, commit, 'things', row);
  if (!alreadyDeleted) {
    commit.announce(`${thing.name}-deleted` as LiveActionName, { id: row.id });
  }
  return { alreadyDeleted };
}

function handlersOf(parts: Parts): Handlers {
  const { thing } = parts;
  const names = callNames(thing);
  return {
    [names.list]: read(async (call, db) => {
      const rows = await rowsWhere(db, 'things', { organization_id: farmOf(call), thing: thing.name })
        .selectAll()
        .orderBy('name')
        .orderBy('id')
        .execute();
      const { page, ...rest } = pageOf(rows, call.query, isLiving);
      return { [thing.table]: page.map(presentPlain), ...rest };
    }),
    [names.read]: read(async (call, db) => ({
      [thing.name]: presentPlain(await thingRow(parts, scopeOf(call, db), idOf(call))),
    })),
    [names.create]: write<Form>((call, commit) => create(parts, call, commit)),
    [names.edit]: write<Form>((call, commit) => update(parts, call, commit)),
    [names.remove]: write((call, commit) => remove(parts, call, commit)),
  };
}

/** Calls of things made of fields (src/domain/things). */
export const thingHandlers: Handlers = Object.fromEntries(
  plainThings.flatMap((thing) => Object.entries(handlersOf({ thing }))),
);
