import { fillPath } from '#contract/endpoint.ts';
import { failure } from '#domain/result.ts';
import { note as noteThing } from '#domain/things/note.ts';
import { type Op, rejected, subjectTables } from '#store/op.ts';
import { change, deletion } from './changes.ts';
import type { FarmActs, Outcome, Typed } from '../farm.ts';
import { learnNote } from './habit.ts';
import { guarded } from './guarded.ts';
import { type ActPorts, append, gone, invalid, newOp, type Recorder, save, withDraft } from './saving.ts';
import { correct } from './correct.ts';
import { partsOf, readyThing } from './thing-bodies.ts';
import { callsTo, type ThingName } from '../things/things.ts';

function thingOp(
  recorder: Recorder,
  subject: ThingName,
  act: Op['act'],
  id: string,
  { body, shown }: { readonly body: Typed | null; readonly shown: Typed | null },
) {
  const { create, edit, remove } = callsTo(subject);
  const endpoint = act === 'create' ? create : act === 'edit' ? edit : (remove ?? edit);
  return newOp(recorder, {
    act,
    subject,
    movementType: null,
    method: act === 'create' ? 'POST' : act === 'edit' ? 'PUT' : 'DELETE',
    path: fillPath(endpoint.path, { org: recorder.organizationId, id }),
    body,
    ...(shown && { shown }),
    postings: [],
    entityId: id,
  });
}

async function create(ports: ActPorts, subject: ThingName, form: Typed, draftKey?: string): Promise<Outcome> {
  const { recorder } = ports;
  const { body, shown } = partsOf(subject, form);
  const ready = readyThing(recorder, callsTo(subject).create, body);
  if (!ready.ok) return failure(invalid(ready.problem));
  // A form with files named its thing at the start: they are kept under that id.
  const { cid } = ready.value;
  const id = typeof cid === 'string' ? cid : recorder.random.entityId();
  const op = thingOp(recorder, subject, 'create', id, { body: { ...ready.value, cid: id }, shown });
  const habits = subject === noteThing.name ? { habits: learnNote(id) } : {};
  return save(ports, (now) => append(now, op, { ...withDraft(draftKey), ...habits }));
}

/** Whether a thing exists here, and its newest op. */
async function known({ store, recorder }: ActPorts, subject: ThingName, shownId: string) {
  const organization = recorder.organizationId;
  const id = await store.resolveId(organization, shownId);
  const table = subjectTables[subject];
  const picture = await store.picture(organization, { things: [table] });
  const stands = picture.things.get(table)?.some((row) => row.id === id && row.deleted !== true) === true;
  return { id, stands, newest: picture.ops.findLast((op) => op.entityId === id) };
}

async function edit(ports: ActPorts, subject: ThingName, shownId: string, changes: Typed, draftKey?: string) {
  const { id, stands, newest } = await known(ports, subject, shownId);
  if (newest?.state === rejected && newest.act !== 'delete') return correct(ports, newest.opId, changes);
  if (!stands) return failure(gone);
  const { body, shown } = partsOf(subject, changes);
  const ready = readyThing(ports.recorder, callsTo(subject).edit, body);
  if (!ready.ok) return failure(invalid(ready.problem));
  const op = thingOp(ports.recorder, subject, 'edit', id, { body: ready.value, shown });
  return save(ports, (now) => change(now, op, withDraft(draftKey)));
}

async function remove(ports: ActPorts, subject: ThingName, shownId: string): Promise<Outcome> {
  const { id, stands } = await known(ports, subject, shownId);
  if (!stands || callsTo(subject).remove === null) return failure(gone);
  const op = thingOp(ports.recorder, subject, 'delete', id, { body: null, shown: null });
  return save(ports, (now) => deletion(now, op));
}

export const thingActs = (ports: ActPorts): Pick<FarmActs, 'createThing' | 'editThing' | 'deleteThing'> => ({
  createThing: (subject, form, draftKey) => guarded(() => create(ports, subject, form, draftKey)),
  editThing: (subject, id, changes, draftKey) => guarded(() => edit(ports, subject, id, changes, draftKey)),
  deleteThing: (subject, id) => guarded(() => remove(ports, subject, id)),
});
