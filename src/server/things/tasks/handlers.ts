import type * as z from 'zod/mini';
import { fillPath } from '../../../contract/endpoint.ts';
import { serverSentences } from '../../../contract/sentences-server.ts';
import {
  dayAt,
  mayChangeTask,
  nextDue,
  roleMay,
  taskChanges,
  taskEdit,
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
  also_said: [],
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

/** Assignees must be members; from the field past ones too, and those who were (`before`). */
async function checkAssigned(
  commit: Commit,
  { assigned_to: asked = [], offline }: Pick<TaskForm, 'assigned_to' | 'offline'>,
  before: readonly string[] = [],
): Promise<void> {
  if (asked.length === 0) return;
  const rows = await farmRows(commit, 'memberships')
    .select(['user_id', 'removed_at'])
    .where('user_id', 'in', asked)
    .execute();
  const members = new Set(rows.filter((row) => !row.removed_at || offline).map((row) => row.user_id));
  const stranger = asked.findIndex((id) => !members.has(id) && !before.includes(id));
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

/** Who ends it a second time adds his steps and photos, also where his phone does not say what they were. */
function silentLists({ checklist }: StoredTask, { checklist: made = [] }: TaskChanges) {
  const named = checklist.filter(({ text }) => made.some((step) => step.text === text));
  return { photos_before: [], checklist_before: named.map(({ text }) => ({ text, done: false })) };
}

/** The edit as it meets the task: a second ending with what its lists were; one that was overtaken ends nothing, but says what it says. */
function met({ state, ...body }: TaskChanges, row: TaskRow, overtaken?: ReadonlySet<string>): TaskChanges {
  if (state !== 'hecha' || row.state === state) {
    return { ...(state === 'hecha' && silentLists(contentOf<StoredTask>(row), body)), ...body, state };
  }
  return overtaken?.has('state') ? body : { ...body, state };
}

async function update(sent: Call<TaskChanges>, commit: Commit): Promise<Answer> {
  const row = await rowOf(commit, 'tasks', idOf(sent));
  if (row.deleted === 1) return refuse('NOT_FOUND');
  const [stored, by] = [contentOf<StoredTask>(row), userOf(sent)];
  const edit = { ...sent, body: met(sent.body, row, sent.overtaken) };
  const call = { ...edit, body: changesOn(edit, stored, taskChanges) };
  const { state = row.state, ...changes } = without(call.body, 'cid');
  const author = { created_by: row.created_by, assigned_to: stored.assigned_to };
  if (!managesAll(call) && !mayChangeTask(by, author, call.body)) return refuse('FORBIDDEN');
  if (!managesAll(call) && changes.assigned_to && concernsOthers(by, stored.assigned_to, changes.assigned_to))
    return refuse('FORBIDDEN');
  await checkNamed(commit, changes);
  await checkAssigned(commit, changes, stored.assigned_to);
  if (state === 'cancelada' && row.state !== state && !(changes.cancel_reason ?? stored.cancel_reason))
    refuseAt('INVALID_BODY', 'cancel_reason', serverSentences.sayWhy);
  const said = sentOnly(without(call.body, 'cid', 'offline'));
  const editor = { by, at: isoOf(call), overtaken: sent.overtaken };
  const content = { ...stored, ...without(taskEdit({ ...stored, state: row.state }, said, editor), 'state') };
  const changed = await changeOffice(call, commit, 'tasks', row, content, { state });
  if (state === 'hecha' && row.state !== 'hecha') await repeat(call, commit, content);
  return changed ? await announced(call, commit, row.id, 'task-updated') : { task: presentTask(row, call.now) };
}

/** Whether anybody else comes in or goes. */
const concernsOthers = (by: string, before: readonly string[], after: readonly string[]): boolean =>
  [...before, ...after].some((id) => id !== by && before.includes(id) !== after.includes(id));

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
