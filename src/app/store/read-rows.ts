import { memberSchema } from '#contract/endpoints/account.ts';
import { cellRowSchema, type Change, organizationRowSchema } from '#contract/endpoints/sync.ts';
import { type Movement, movementSchema } from '#domain/movements/movement.ts';
import type { Thing } from '#domain/things/describe.ts';
import { allThings } from '#domain/things/registry.ts';
import { inSlices } from './pace.ts';
import type { Breathe } from './store.ts';

type Bag = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);
/** The schema drops a `__proto__`: such a row is left to it. */
const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.hasOwn(value, '__proto__');
const isList = (value: unknown, isItem: (item: Bag) => boolean): boolean =>
  Array.isArray(value) && value.every((item: unknown) => isBag(item) && isItem(item));

const isLine = ({ type, count }: Bag): boolean => isText(type) && Number.isFinite(count);
const isEdit = ({ editedBy, editedAt }: Bag): boolean => isTextOrNull(editedBy) && isText(editedAt);
const isMetadata = (value: unknown): boolean =>
  isBag(value) && isTextOrNull(value.lot_id) && isTextOrNull(value.deletedBy) && isList(value.editHistory, isEdit);

/**
 * Whether the schema would surely take this row and change nothing in it: it takes five times as long, by a hundred thousand rows of a first
 * load. False says nothing: a review, and what is doubtful, is the schema's.
 */
const isUsual = (row: unknown): row is Movement =>
  isBag(row) &&
  isText(row.id) &&
  isText(row.type) &&
  isText(row.date) &&
  isBag(row.count) &&
  Object.values(row.count).every(Number.isFinite) &&
  isTextOrNull(row.rodeoId) &&
  isTextOrNull(row.detail) &&
  isTextOrNull(row.reference) &&
  isList(row.animals, isLine) &&
  isText(row.organization_id) &&
  isText(row.created_at) &&
  isText(row.updated_at) &&
  isTextOrNull(row.created_by) &&
  Number.isFinite(row.version) &&
  typeof row.deleted === 'boolean' &&
  (row.cid === undefined || isTextOrNull(row.cid)) &&
  row.review === undefined &&
  isMetadata(row.metadata);

/** A movement as the server sent it; null if it cannot be read. */
export function readMovement(row: unknown): Movement | null {
  if (isUsual(row)) return row;
  const read = movementSchema.safeParse(row);
  return read.success ? read.data : null;
}

const schemas: Readonly<Record<string, Thing['row'] | undefined>> = {
  organization: organizationRowSchema,
  members: memberSchema,
  cells: cellRowSchema,
  movements: movementSchema,
  ...Object.fromEntries(allThings.map(({ table, row }) => [table, row])),
};

/** Movements by id, in their newest state; null: gone. */
export type Newest = ReadonlyMap<string, Movement | null>;

export interface Read {
  readonly small: readonly Change[];
  readonly movements: Newest;
  /** Unreadable rows. Unknown tables of a newer server are ignored. */
  readonly leftOut: readonly Change[];
}

/** Reads one change after the other by its schema. */
function reading(): { readonly add: (change: Change) => void; readonly found: Read } {
  const small: Change[] = [];
  const movements = new Map<string, Movement | null>();
  const leftOut: Change[] = [];
  const add = (change: Change): void => {
    const { table, id, row } = change;
    const isMovement = table === 'movements';
    const schema = schemas[table];
    if (!schema) return;
    const movement = isMovement && row !== null ? readMovement(row) : null;
    const isRead = row === null || (isMovement ? movement !== null : schema.safeParse(row).success);
    if (!isRead) leftOut.push(change);
    else if (isMovement) movements.set(id, movement);
    else small.push(change);
  };
  return { add, found: { small, movements, leftOut } };
}

export function readRows(changes: readonly Change[]): Read {
  const { add, found } = reading();
  for (const change of changes) add(change);
  return found;
}

/** The same for a page of a whole load, outside any transaction. */
export async function readSlowly(changes: readonly Change[], breathe: Breathe): Promise<Read> {
  const { add, found } = reading();
  await inSlices(changes, breathe, add);
  return found;
}

export const standingIn = ({ movements }: Read): Movement[] =>
  [...movements.values()].filter((movement) => movement !== null);
