import type * as z from 'zod/mini';
import { fillPath } from '../../../contract/endpoint.ts';
import {
  mayChangeNote,
  noteChanges,
  type noteForm,
  noteName,
  nothingNoted,
  saysSomething,
  seesNote,
} from '../../../domain/office/notes.ts';
import type { NoteRow } from '../../database/tables-office.ts';
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
  type Content,
  contentOf,
  isLiving,
  newOfficeRow,
  pageOf,
} from '../../rows/office.ts';
import { changesOn } from '../../rows/changes-on.ts';
import { keepOtherForm, otherWords } from '../../rows/other-words.ts';
import { presentNote } from '../present.ts';
import { arrivedBefore, rowOf, sentOnly, without } from '../../rows/stored.ts';
import { officeEndpoints } from '../../../contract/endpoints/office.ts';

type NoteForm = z.infer<typeof noteForm>;
type NoteChanges = z.infer<typeof noteChanges>;

interface Noted extends Content {
  readonly text: string;
  readonly title: string | null;
  readonly photos: readonly string[];
  readonly audio_id: string | null;
}

const blank = {
  title: null,
  tags: [],
  lot_id: null,
  rodeo_id: null,
  photos: [],
  audio_id: null,
  pinned: false,
  remind_on: null,
  archived: false,
};

/** Pinned first, then the newest. */
const list: Read = async (call, db) => {
  const rows = await rowsWhere(db, 'notes', { organization_id: farmOf(call) })
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const isPinned = (row: NoteRow): number => (contentOf<{ pinned: boolean }>(row).pinned ? 1 : 0);
  const { page, ...rest } = pageOf(
    rows.toSorted((a, b) => isPinned(b) - isPinned(a)),
    call.query,
    (row) => isLiving(row) && seesNote(userOf(call), row),
  );
  return { notes: page.map(presentNote), ...rest };
};

/** Broadcasts the note only if shared; else those who may see it fetch it. */
async function announced(commit: Commit, id: string, action: 'note-created' | 'note-updated'): Promise<Answer> {
  const note = presentNote(await rowOf(commit, 'notes', id));
  commit.announce(action, note.visibility === 'todos' ? { note } : {});
  return { note };
}

async function create(call: Call<NoteForm>, commit: Commit): Promise<Answer> {
  const { cid, visibility = 'todos', ...form } = call.body;
  if (cid && (await arrivedBefore(commit, 'notes', cid))) {
    const row = await rowOf(commit, 'notes', cid);
    // A carrier must not see another's notes.
    if (!seesNote(call.carrier ?? userOf(call), row)) return refuse('CONFLICT');
    await keepOtherNote(call, commit, row);
    return { note: presentNote(row) };
  }
  await checkNamed(commit, form);
  const id = cid ?? call.newId();
  await insert(call, commit, id, contentIn(form), visibility);
  return await announced(commit, id, 'note-created');
}

const contentIn = (form: Partial<NoteForm>): Content => ({
  ...blank,
  ...sentOnly(without(form, 'cid', 'visibility', 'offline')),
});

async function insert(
  call: Call,
  commit: Commit,
  id: string,
  content: Content,
  visibility: NoteRow['visibility'],
): Promise<void> {
  await insertRows(commit.trx, 'notes', { ...newOfficeRow(call, commit, id, content), visibility });
  commit.touch('notes', id);
}

/** A correction's differences wait for the office; of private notes, which it does not see, a second note is made. */
async function keepOtherNote(call: Call<NoteForm>, commit: Commit, row: NoteRow): Promise<void> {
  const said = { ...call.body, visibility: call.body.visibility ?? 'todos' };
  const stored = contentOf<Noted>(row);
  const { id, created_by, visibility } = row;
  const thing = { ...stored, id, created_by, visibility };
  if (visibility === 'todos' && said.visibility === 'todos') {
    const path = fillPath(officeEndpoints.updateNote.path, { id });
    const name = noteName(stored).slice(0, 40);
    await keepOtherForm(call, commit, { row: thing, name, said, edit: { path } });
    return;
  }
  if ((await otherWords(call, commit, thing, said)) === null) return;
  const content = contentIn(call.body);
  const earlier = await farmRows(commit, 'notes', { visibility: 'yo', content: JSON.stringify(content) })
    .select('id')
    .where('created_by', '=', created_by)
    .executeTakeFirst();
  if (earlier) return;
  const other = call.newId();
  await insert(call, commit, other, content, 'yo');
  await announced(commit, other, 'note-created');
}

async function update(sent: Call<NoteChanges>, commit: Commit): Promise<Answer> {
  const row = await rowOf(commit, 'notes', idOf(sent));
  // Private notes do not exist for others.
  if (row.deleted === 1 || !seesNote(userOf(sent), row)) return refuse('NOT_FOUND');
  const call = { ...sent, body: changesOn(sent, contentOf<Noted>(row), noteChanges) };
  const { visibility = row.visibility, ...changes } = without(call.body, 'cid');
  const isOwn = row.created_by === userOf(call);
  if (!mayChangeNote(roleOf(call), userOf(call), row) || (visibility !== row.visibility && !isOwn))
    return refuse('FORBIDDEN');
  await checkNamed(commit, changes);
  const content = { ...contentOf<Noted>(row), ...sentOnly(without(changes, 'offline')) };
  // Text may be cleared, unless nothing is left: two phones may each clear a part.
  if (!saysSomething(content)) refuseAt('INVALID_BODY', 'text', nothingNoted);
  const changed = await changeOffice(call, commit, 'notes', row, content, { visibility });
  return changed ? await announced(commit, row.id, 'note-updated') : { note: presentNote(row) };
}

/** Notes (product.md §7, domain.md §2.11). */
export const noteHandlers: Handlers = {
  notes: read(list),
  createNote: write<NoteForm>(create),
  updateNote: write<NoteChanges>(update),
};
