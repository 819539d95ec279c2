import type { Op } from '#store/op.ts';

type Row = Readonly<Record<string, unknown>>;

/** Sent with a record, but no part of its content. */
const beside = new Set(['cid', 'recorded_at', 'offline', 'base_version', 'adds_to', 'invoice_id']);

/** Clocks differ; a row from long before the sending is another record. */
const earlierByMs = 24 * 3_600_000;

/**
 * The one row that is surely this record, or null: its own id, or equal in all that was typed, author and time, with no second such row. A
 * guess would lose one (decision 0004). `taken`: rows known to be others.
 */
export function duplicateOf(op: Op, rows: readonly Row[], taken: ReadonlySet<string>): string | null {
  const own = rows.find((row) => row['cid'] === op.entityId || row['id'] === op.entityId);
  if (own) return String(own['id']);
  const alike = rows.filter((row) => !taken.has(String(row['id'])) && isAlike(op, row));
  const [only] = alike;
  return alike.length === 1 && only ? String(only['id']) : null;
}

function isAlike(op: Op, row: Row): boolean {
  if (op.subject === 'movement' && row['type'] !== op.movementType) return false;
  const author = row['created_by'];
  if (typeof author === 'string' && author !== op.userId) return false;
  const made = Date.parse(String(row['created_at']));
  if (made < Date.parse(op.firstSentAt ?? op.recordedAt) - earlierByMs) return false;
  return Object.entries(op.body ?? {}).every(([name, typed]) => beside.has(name) || isSame(typed, fieldOf(row, name)));
}

function fieldOf(row: Row, name: string): unknown {
  if (name === 'rodeo_id' && row['rodeoId'] !== undefined) return row['rodeoId'];
  const metadata = row['metadata'];
  if (row[name] !== undefined || typeof metadata !== 'object' || metadata === null) return row[name];
  return (metadata as Row)[name];
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

function isSame(typed: unknown, stored: unknown): boolean {
  if (isEmpty(typed)) return isEmpty(stored);
  if (Array.isArray(typed)) {
    if (!Array.isArray(stored) || stored.length !== typed.length) return false;
    return typed.every((part) => stored.some((other) => isSame(part, other)));
  }
  if (typeof typed === 'object' && typed !== null) {
    if (typeof stored !== 'object' || stored === null) return false;
    return Object.entries(typed).every(([name, part]) => isSame(part, (stored as Row)[name]));
  }
  // A day may come back with a time.
  if (typeof typed === 'string' && typeof stored === 'string')
    return stored === typed || stored.startsWith(`${typed}T`);
  return typed === stored;
}
