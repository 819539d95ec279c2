import type * as z from 'zod/mini';
import { fillPath } from '../../../contract/endpoint.ts';
import { serverSentences } from '../../../contract/sentences-server.ts';
import {
  dayAt,
  mayChangeTask,
  nextDue,
  roleMay,
  taskChanges,
  type taskForm,
  type TaskRepeat,
} from '../../../domain/index.ts';
import type { TaskRow } from '../../database/tables-office.ts';
import { farmRows, insertRows, rowsWhere } from '../../database/tables.ts';
import {
  type Answer,
  type Call,
  type Commit,
  farmOf,
  type Handlers,
  idOf,
  read,
  type Read,
  refuse,
  refuseAt,
  roleOf,
  userOf,
  write,
} from '../../kernel/call.ts';
import {
  changeOffice,
  checkNamed,
  contentOf,
  deleteOffice,
  isLiving,
  newOfficeRow,
  pageOf,
} from '../../rows/office.ts';
import { changesOn } from '../../rows/changes-on.ts';
import { keepOtherForm } from '../../rows/other-words.ts';
import { presentTask } from '../present.ts';
import { arrivedBefore, isoOf, rowOf, sentOnly, without } from '../../rows/stored.ts';
import { officeEndpoints } from '../../../contract/endpoints/office.ts';

type TaskForm = z.infer<typeof taskForm>;
type TaskChanges = z.infer<typeof taskChanges>;

interface StoredTask {
  readonly assigned_to: readonly string[];
  readonly checklist: readonly { readonly text: string; readonly done: boolean }[];
  readonly due_on: string | null;
  readonly repeat: TaskRepeat;
  readonly done_by: string | null;
  readonly also_done_by: readonly string[];
  readonly cancel_reason: string | null;
}

const untouched = {
  done_by: null,
  done_at: null,
  also_done_by: [],
  movement_id: null,
  cancel_reason: null,
  final_note: null,
  duration_min: null,
};
const blank = {
  ...untouched,
  detail: null,
  kind: 'otra',
  assigned_to: [],
  due_on: null,
  due_time: null,
  priority: 'normal',
  campo_id: null,
  lot_id: null,
  rodeo_id: null,
  cycle_id: null,
  checklist: [],
  repeat: 'no',
  photos: [],
};

const managesAll = (call: Call): boolean => roleMay(roleOf(call), 'manage-all-tasks');

/** By due day, those without last. */
const list: Read = async (call, db) => {
  const rows = await rowsWhere(db, 'tasks', { organization_id: farmOf(call) })
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const due = (row: TaskRow): string => contentOf<StoredTask>(row).due_on ?? '9999';
  const { page, ...rest } = pageOf(
    rows.toSorted((a, b) => (due(a) < due(b) ? -1 : due(a) > due(b) ? 1 : 0)),
    call.query,
    isLiving,
  );
  return { tasks: page.map((row) => presentTask(row, call.now)), ...rest };
};

async function announced(
  call: Call,
  commit: Commit,
  id: string,
  action: 'task-created' | 'task-updated',
): Promise<Answer> {
  const task = presentTask(await rowOf(commit, 'tasks', id), call.now);
  commit.announce(action, { task });
  return { task };
}

/** Assignees must be members; from the field past ones too. */
async function checkAssigned(commit: Commit, form: Pick<TaskForm, 'assigned_to' | 'offline'>): Promise<void> {
  if (!form.assigned_to || form.assigned_to.length === 0) return;
  const rows = await farmRows(commit, 'memberships')
    .select(['user_id', 'removed_at'])
    .where('user_id', 'in', form.assigned_to)
    .execute();
  const members = new Set(rows.filter((row) => !row.removed_at || form.offline).map((row) => row.user_id));
  const stranger = form.assigned_to.findIndex((id) => !members.has(id));
  if (stranger >= 0) refuseAt('INVALID_BODY', `assigned_to.${stranger}`, serverSentences.notInTeam);
}

async function create(call: Call<TaskForm>, commit: Commit): Promise<Answer> {
  const { cid, ...form } = call.body;
  if (cid && (await arrivedBefore(commit, 'tasks', cid))) {
    const row = await rowOf(commit, 'tasks', cid);
    await keepOther(call, commit, row);
    return { task: presentTask(row, call.now) };
  }
  // Hands assign tasks only to themselves (domain.md §2.10).
  const own = [userOf(call)];
  if (!managesAll(call) && (form.assigned_to ?? []).some((id) => id !== own[0])) return refuse('FORBIDDEN');
  const assigned_to = managesAll(call) ? [...new Set(form.assigned_to)] : own;
  await checkNamed(commit, form);
  await checkAssigned(commit, form);
  const id = cid ?? call.newId();
  await insert(call, commit, id, { ...blank, ...sentOnly(without(form, 'offline')), assigned_to });
  return await announced(call, commit, id, 'task-created');
}

/** Differences wait for the office; a hand's assignees are not his to say. */
async function keepOther(call: Call<TaskForm>, commit: Commit, row: TaskRow): Promise<void> {
  const stored = contentOf<{ title: string }>(row);
  const said = managesAll(call) ? call.body : without(call.body, 'assigned_to');
  const path = fillPath(officeEndpoints.updateTask.path, { org: commit.organizationId, id: row.id });
  const thing = {
    row: { ...stored, id: row.id, created_by: row.created_by },
    name: stored.title,
    said,
    edit: { path },
  };
  await keepOtherForm(call, commit, thing);
}

async function insert(call: Call, commit: Commit, id: string, content: Readonly<Record<string, unknown>>) {
  await insertRows(commit.trx, 'tasks', { ...newOfficeRow(call, commit, id, content), state: 'pendiente' });
  commit.touch('tasks', id);
}

/** Who did it and when, or why it was cancelled. */
function consequences(call: Call<TaskChanges>, row: TaskRow, stored: StoredTask): Readonly<Record<string, unknown>> {
  const { state, cancel_reason: reason } = call.body;
  if (state === undefined || state === row.state) return {};
  if (state === 'hecha') return { done_by: userOf(call), done_at: isoOf(call), cancel_reason: null };
  if (state !== 'cancelada') return { done_by: null, done_at: null, also_done_by: [], cancel_reason: null };
  if (!(reason ?? stored.cancel_reason)) refuseAt('INVALID_BODY', 'cancel_reason', serverSentences.sayWhy);
  return { done_by: null, done_at: null };
}

async function update(sent: Call<TaskChanges>, commit: Commit): Promise<Answer> {
  const row = await rowOf(commit, 'tasks', idOf(sent));
  if (row.deleted === 1) return refuse('NOT_FOUND');
  const stored = contentOf<StoredTask>(row);
  const call = { ...sent, body: changesOn(sent, stored, taskChanges) };
  const { state = row.state, ...changes } = without(call.body, 'cid');
  const author = { created_by: row.created_by, assigned_to: stored.assigned_to };
  if (!managesAll(call) && !mayChangeTask(userOf(call), author, call.body)) return refuse('FORBIDDEN');
  if (!managesAll(call) && (changes.assigned_to ?? []).some((id) => id !== userOf(call))) return refuse('FORBIDDEN');
  if (call.body.state === 'hecha' && row.state === 'hecha') return await doneAgain(call, commit, row, stored);
  await checkNamed(commit, changes);
  await checkAssigned(commit, changes);
  const said = sentOnly(without(changes, 'offline'));
  const content = { ...contentOf(row), ...said, ...consequences(call, row, stored) };
  const changed = await changeOffice(call, commit, 'tasks', row, content, { state });
  if (state === 'hecha' && row.state !== 'hecha') await repeat(call, commit, content);
  return changed ? await announced(call, commit, row.id, 'task-updated') : { task: presentTask(row, call.now) };
}

/** Two people did it unaware: both are kept (domain.md §2.10). */
async function doneAgain(call: Call, commit: Commit, row: TaskRow, stored: StoredTask): Promise<Answer> {
  const isKnown = stored.done_by === userOf(call) || stored.also_done_by.includes(userOf(call));
  if (isKnown) return { task: presentTask(row, call.now) };
  const content = { ...contentOf(row), also_done_by: [...stored.also_done_by, userOf(call)] };
  await changeOffice(call, commit, 'tasks', row, content, {});
  return await announced(call, commit, row.id, 'task-updated');
}

/** A repeating task done makes the next. */
async function repeat(call: Call, commit: Commit, done: Readonly<Record<string, unknown>>): Promise<void> {
  const { due_on, repeat: rhythm, checklist } = done as unknown as StoredTask;
  const due = nextDue(due_on ?? dayAt(call.now), rhythm);
  if (!due) return;
  const id = call.newId();
  const steps = checklist.map(({ text }) => ({ text, done: false }));
  await insert(call, commit, id, { ...done, ...untouched, photos: [], checklist: steps, due_on: due });
  await announced(call, commit, id, 'task-created');
}

async function remove(call: Call, commit: Commit): Promise<Answer> {
  const row = await rowOf(commit, 'tasks', idOf(call));
  if (!managesAll(call) && row.created_by !== userOf(call)) return refuse('FORBIDDEN');
  const alreadyDeleted = await deleteOffice(call, commit, 'tasks', row);
  if (!alreadyDeleted) commit.announce('task-deleted', { id: row.id });
  return { alreadyDeleted };
}

/** Tasks (wire.md, the rest; domain.md §2.10). */
export const taskHandlers: Handlers = {
  tasks: read(list),
  createTask: write<TaskForm>(create),
  updateTask: write<TaskChanges>(update),
  deleteTask: write(remove),
};
