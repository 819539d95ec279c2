import { assetEndpoints } from '../../contract/endpoints/assets.ts';
import { farmEndpoints } from '../../contract/endpoints/farm.ts';
import { officeEndpoints } from '../../contract/endpoints/office.ts';
import { thingSentences } from '../../contract/sentences-offline.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Category } from '../../domain/farm/categories.ts';
import type { Campo, Rodeo } from '../../domain/farm/places.ts';
import type { Cycle } from '../../domain/office/cycles.ts';
import type { Note } from '../../domain/office/notes.ts';
import type { Task } from '../../domain/office/tasks.ts';
import type { Asset } from '../../domain/supplies/asset.ts';
import { type InvoiceRow, invoiceThing } from './invoice-thing.ts';
import { lotsOrder } from './lot-order.ts';
import type { Op, Subject } from '../store/op.ts';
import type { ThingRecord } from '../store/store.ts';

/** Small things of the farm that people make, change and delete on the phone, beside movements and lots: each as its lists show it. */
export interface ThingRows {
  readonly rodeo: Rodeo;
  readonly campo: Campo;
  readonly category: Category;
  readonly asset: Asset;
  readonly note: Note;
  readonly task: Task;
  readonly cycle: Cycle;
  readonly invoice: InvoiceRow;
}
export type ThingName = keyof ThingRows;

/** How a thing goes to the server and how it reads until it is there. */
interface Thing {
  readonly create: Endpoint;
  readonly edit: Endpoint;
  /** Null where nothing is ever deleted. */
  readonly remove: Endpoint | null;
  /** Headings of its lines in Pendientes. */
  readonly titles: Readonly<Record<Op['act'], string>>;
  /** What a row says where the body says nothing. */
  readonly blank: Readonly<Record<string, unknown>>;
  readonly nameOf: (row: Readonly<Record<string, unknown>>) => string;
  /** What a form says of it that no call of its own takes: it stays with the act (`Op.shown`). */
  readonly beside?: readonly string[];
  /** What follows from what was said, of a row that an act lies over. */
  readonly derived?: (row: ThingRecord) => ThingRecord;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const named = (row: Readonly<Record<string, unknown>>): string => textOf(row['name']);
const places = { version: 0, deleted: false };

/** The table that acts, lists and Pendientes are derived from. */
export const things: Readonly<Record<ThingName, Thing>> = {
  rodeo: {
    create: farmEndpoints.createRodeo,
    edit: farmEndpoints.updateRodeo,
    remove: farmEndpoints.deleteRodeo,
    titles: thingSentences.rodeo,
    blank: {
      activity: null,
      breed: null,
      target_daily_gain_kg: null,
      color: null,
      active: true,
      animals: [],
      ...places,
    },
    nameOf: named,
  },
  campo: {
    create: farmEndpoints.createCampo,
    edit: farmEndpoints.updateCampo,
    remove: farmEndpoints.deleteCampo,
    titles: thingSentences.campo,
    blank: { total_hectares: null, grazing_hectares: null, order: 9999, ...places },
    nameOf: named,
  },
  category: {
    create: farmEndpoints.createCategory,
    edit: farmEndpoints.updateCategory,
    remove: farmEndpoints.deleteCategory,
    titles: thingSentences.category,
    blank: {
      sex: 'mixto',
      min_age_months: null,
      max_age_months: null,
      next_id: null,
      ev: 1,
      senasa_code: null,
      is_breeding_female: false,
      order: 9999,
      active: true,
    },
    nameOf: named,
  },
  asset: {
    create: assetEndpoints.createAsset,
    edit: assetEndpoints.updateAsset,
    remove: assetEndpoints.deleteAsset,
    titles: thingSentences.asset,
    blank: { kg_per_unit: null, minimum: null, batches: [], quantity: 0, missing: 0, photo: null, ...places },
    nameOf: named,
  },
  note: {
    create: officeEndpoints.createNote,
    edit: officeEndpoints.updateNote,
    remove: null,
    titles: thingSentences.note,
    blank: {
      title: null,
      tags: [],
      visibility: 'todos',
      lot_id: null,
      rodeo_id: null,
      photos: [],
      audio_id: null,
      pinned: false,
      remind_on: null,
      archived: false,
      ...places,
    },
    nameOf: (row) => textOf(row['title']) || textOf(row['text']).slice(0, 60),
  },
  task: {
    create: officeEndpoints.createTask,
    edit: officeEndpoints.updateTask,
    remove: officeEndpoints.deleteTask,
    titles: thingSentences.task,
    blank: {
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
      state: 'pendiente',
      done_by: null,
      done_at: null,
      movement_id: null,
      cancel_reason: null,
      ...places,
    },
    nameOf: (row) => textOf(row['title']),
  },
  cycle: {
    create: officeEndpoints.createCycle,
    edit: officeEndpoints.updateCycle,
    remove: officeEndpoints.deleteCycle,
    titles: thingSentences.cycle,
    blank: {
      name: '',
      served: [],
      bulls: null,
      withdrawn: null,
      inseminations: [],
      state: 'planificado',
      suggested_state: null,
      vet: null,
      notes: null,
      indices: {},
      ...places,
    },
    nameOf: named,
  },
  invoice: invoiceThing,
};

/** Whether a subject is one of these things. */
export const isThing = (subject: Subject): subject is ThingName => subject in things;

/** Refused records leave lists and totals and stay in Pendientes (domain.md §1.9); everything else counts from the save on. */
export const counts = (op: Op): boolean => op.state !== 'attention' && op.state !== 'discarded';

/** Whether the call has a word for 'made without signal': the server forgives such a record what it could not know. */
export function maySayOffline({ subject, act, entityId, body }: Op): boolean {
  if (body === null || entityId === lotsOrder) return false;
  if (!isThing(subject)) return true;
  const { create, edit } = things[subject];
  const schema = (act === 'create' ? create : edit).body;
  return schema?.safeParse({ ...body, offline: true }).success === true;
}

const notOfTheThing = new Set(['cid', 'offline', 'organization_id', 'id']);
const fieldsOf = (body: Op['body']): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => !notOfTheThing.has(name)));

const optimistic = (name: ThingName, op: Op): ThingRecord => ({
  ...things[name].blank,
  organization_id: op.organizationId,
  created_by: op.userId,
  created_at: op.recordedAt,
  ...fieldsOf(op.body),
  updated_at: op.recordedAt,
  id: op.entityId,
});

/**
 * One list with the outbox laid over it. A new thing that was refused stays in it, with what is wrong beside it: other records may name it,
 * and it is corrected where it stands. What is deleted stays too, marked: older records still say its name.
 */
export function overThings<R extends ThingRecord>(
  name: ThingName,
  rows: readonly R[],
  ops: readonly Op[],
): readonly R[] {
  let over: readonly ThingRecord[] = rows;
  for (const op of ops) {
    if (op.subject !== name) continue;
    if (op.act === 'create') {
      // What the server knew already stands under its own id (a paper that was captured twice).
      const isThere = over.some(({ id }) => id === op.entityId || id === op.ack?.serverId);
      if (!isThere) over = [...over, optimistic(name, op)];
    } else if (counts(op)) {
      const changes = op.act === 'delete' ? { deleted: true } : fieldsOf(op.body);
      over = over.map((row) => (row.id === op.entityId ? { ...row, ...changes } : row));
    }
  }
  const { derived } = things[name];
  if (derived) {
    const touched = new Set(ops.filter((op) => op.subject === name).map((op) => op.entityId));
    over = over.map((row) => (touched.has(row.id) ? derived(row) : row));
  }
  return over as readonly R[];
}
