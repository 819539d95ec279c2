import { count } from './kinds/system.ts';
import type { Posting } from './ledger.ts';
import { isDeleted, type Movement, parentOf, stateLabel } from './movement.ts';
import { saidBy } from './facts.ts';
import { kindOf, recordedKinds } from './registry.ts';
import type { Readable, Readables } from './readable.ts';
import { partsOf, readableFields, silentFields } from './vocabulary.ts';
import { isAnswered, isSaid, type RecordNames, wordsOf } from './words.ts';
import type { Said } from './said.ts';

/** A typed cell: numbers and amounts are no text, a day is `YYYY-MM-DD`, an amount a decimal string. */
export type SheetCell = string | number | null | { readonly amount: string };

const sendings = { sent: 'Enviado', waiting: 'Pendiente', failed: 'Con error' } as const;

export interface SheetRecord {
  readonly movement: Movement;
  readonly lines: readonly Posting[];
  readonly summary: string;
  readonly sending: keyof typeof sendings;
}

/** A row: a posting, a line of the record without postings, or the record itself. */
interface SheetRow extends SheetRecord {
  readonly said: Said;
  readonly n: number;
  readonly posting: Posting | null;
  readonly part: {
    readonly label: string;
    readonly parts: Readables;
    readonly line: Said;
  } | null;
}

interface Column {
  readonly heading: string;
  readonly money?: boolean;
  readonly read: (row: SheetRow & { readonly values: ReadonlyMap<string, Found> }, names: RecordNames) => SheetCell;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const lotOf = ({ posting, movement }: SheetRow): string | null => (posting ? posting.lot : movement.metadata.lot_id);
const rodeoOf = ({ posting, movement }: SheetRow): string | null => (posting ? posting.rodeo : movement.rodeoId);
const categoryOf = ({ posting, part }: SheetRow): string | null =>
  posting ? posting.category : textOf(part?.line.type);
const nameIf = (id: string | null, name: (id: string) => string): string | null => (id === null ? null : name(id));

const heads: readonly Column[] = [
  { heading: 'Registro id', read: ({ movement }) => movement.id },
  { heading: 'Renglón', read: ({ n }) => n },
  { heading: 'Renglón de', read: ({ posting, part }) => (posting ? 'Hacienda' : (part?.label ?? 'Registro')) },
  { heading: 'Fecha', read: ({ movement }) => movement.date },
  { heading: 'Tipo de registro', read: ({ movement }) => movement.type },
  { heading: 'Movimiento', read: ({ movement }) => kindOf(movement.type).label },
  { heading: 'Estado', read: ({ movement }) => stateLabel(movement) },
  { heading: 'Envío', read: ({ sending }) => sendings[sending] },
  { heading: 'Lote id', read: lotOf },
  { heading: 'Lote', read: (row, names) => (row.posting ? names.lot(lotOf(row)) : nameIf(lotOf(row), names.lot)) },
  { heading: 'Rodeo id', read: rodeoOf },
  {
    heading: 'Rodeo',
    read: (row, names) => (row.posting ? names.rodeo(rodeoOf(row)) : nameIf(rodeoOf(row), names.rodeo)),
  },
  { heading: 'Categoría id', read: categoryOf },
  { heading: 'Categoría', read: (row, names) => nameIf(categoryOf(row), names.category) },
  { heading: 'Cabezas (±)', read: ({ posting }) => posting?.head ?? null },
];

const tails: readonly Column[] = [
  { heading: 'Resumen', read: ({ summary }) => summary },
  { heading: 'Cargado por id', read: ({ movement }) => movement.created_by },
  { heading: 'Cargado por', read: ({ movement }, names) => nameIf(movement.created_by, names.person) },
  { heading: 'Cargado el', read: ({ movement }) => movement.created_at },
  { heading: 'Recibido el', read: ({ movement }) => textOf(movement.synced_at) },
  { heading: 'Ediciones', read: ({ movement, n }) => (n === 1 ? movement.metadata.editHistory.length : null) },
  { heading: 'Eliminado por id', read: ({ movement }) => movement.metadata.deletedBy },
  { heading: 'Eliminado por', read: ({ movement }, names) => nameIf(movement.metadata.deletedBy, names.person) },
  { heading: 'Eliminado el', read: ({ movement }) => textOf(movement.metadata.deletedAt) },
  { heading: 'Hecho por el registro id', read: ({ movement }) => parentOf(movement) },
  { heading: 'A revisar', read: ({ movement }) => (movement.review ? 'Sí' : 'No') },
];

const fixed = new Set([...heads, ...tails].map(({ heading }) => heading));

/** Fields with a column of their own, and lists, which have rows. */
const isOwn = (name: string, field: Readable): boolean =>
  name === 'date' || silentFields.has(name) || partsOf(field) !== null;

const idControls = new Set(['lot', 'lots', 'rodeo', 'campo', 'category', 'asset', 'cycle', 'person']);
const figures = new Set(['integer', 'quantity', 'difference']);
/** As they were written: days and instants stay ISO in a sheet, a unit is one word whatever the quantity (domain.md §2.5). */
const written = new Set(['day', 'instant', 'text', 'unit']);

/** Fields of the same label and unit share a column. */
const headingOf = (field: Readable): string => {
  const heading = field.unit ? `${field.label} (${field.unit})` : field.label;
  return fixed.has(heading) ? `${heading} del registro` : heading;
};

interface Found {
  readonly field: Readable;
  readonly value: unknown;
  /** The ids of a reference; an item's, beside its recorded name. */
  readonly ids: unknown;
}

/** An item's id joins the name under the same heading. */
function note(found: Map<string, Found>, heading: string, field: Readable, value: unknown): void {
  const ids = idControls.has(field.control) ? value : null;
  const there = field.control === 'asset' ? found.get(heading) : undefined;
  found.set(heading, there ? { ...there, ids } : { field, value, ids });
}

type Headed = readonly (readonly [name: string, heading: string, field: Readable])[];
const headed = (fields: Readables): Headed =>
  Object.entries(fields).map(([name, field]) => [name, headingOf(field), field]);

/** Cached by type and by list: a farm has a hundred thousand records. */
const headedFields = new Map<string, Headed>();
const headedParts = new Map<Readables, Headed>();
function made<K>(known: Map<K, Headed>, key: K, fields: Readables): Headed {
  const headings = known.get(key) ?? headed(fields);
  known.set(key, headings);
  return headings;
}

/** * A row's values by heading. The record's amounts stand in its first row only, so that sums count them once. */
function valuesOf({ movement, said, part, n }: SheetRow): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>();
  for (const [name, heading, field] of made(headedFields, movement.type, readableFields(movement.type))) {
    const isSummed = figures.has(field.control) || field.control === 'money' || field.control === 'photos';
    if (isOwn(name, field) || !isAnswered(said[name]) || (isSummed && n > 1)) continue;
    note(found, heading, field, said[name]);
  }
  for (const [name, heading, field] of part ? made(headedParts, part.parts, part.parts) : []) {
    if (name !== 'type' && isAnswered(part?.line[name])) note(found, heading, field, part?.line[name]);
  }
  return found;
}

function cellOf({ field, value }: Found, names: RecordNames): SheetCell {
  if (field.control === 'money' && typeof value === 'string') return { amount: value };
  if (figures.has(field.control) && typeof value === 'number') return value;
  if (field.control === 'photos') return Array.isArray(value) ? value.length : null;
  if (written.has(field.control)) return textOf(value);
  return wordsOf(field, value, names);
}

const ifFound = (found: Found | undefined, read: (found: Found) => SheetCell): SheetCell =>
  found ? read(found) : null;

const idsOf = ({ ids }: Found): string | null => (Array.isArray(ids) ? (ids as unknown[]).join(' ') : textOf(ids));

function fieldColumns(): readonly Column[] {
  const columns = new Map<string, Column>();
  const add = (field: Readable): void => {
    const heading = headingOf(field);
    if (columns.has(heading) && !idControls.has(field.control)) return;
    const money = field.money === true;
    if (idControls.has(field.control)) {
      columns.set(`${heading} id`, {
        heading: `${heading} id`,
        money,
        read: ({ values }) => ifFound(values.get(heading), idsOf),
      });
    }
    columns.set(heading, {
      heading,
      money,
      read: ({ values }, names) => ifFound(values.get(heading), (found) => cellOf(found, names)),
    });
  };
  for (const type of [...recordedKinds.map((kind) => kind.type), count.type]) {
    for (const [name, field] of Object.entries(readableFields(type))) {
      for (const [part, partField] of Object.entries(partsOf(field) ?? {})) if (part !== 'type') add(partField);
      if (!isOwn(name, field)) add(field);
    }
  }
  return [...columns.values()];
}

const columns: readonly Column[] = [...heads, ...fieldColumns(), ...tails];

/** The rows of a record: one a posting, one a line without postings, at least one. */
function rowsOf(record: SheetRecord): readonly SheetRow[] {
  const said = saidBy(record.movement);
  const postings = isDeleted(record.movement) ? [] : record.lines;
  const lists = Object.entries(readableFields(record.movement.type)).flatMap(([name, field]) => {
    const parts = partsOf(field);
    const value = said[name];
    if (!parts || !Array.isArray(value) || (field.control === 'animals' && postings.length > 0)) return [];
    return (value as unknown[])
      .filter(isSaid)
      .map((line) => ({ posting: null, part: { label: field.label, parts, line } }));
  });
  const rows = [...postings.map((posting) => ({ posting, part: null })), ...lists];
  return (rows.length > 0 ? rows : [{ posting: null, part: null }]).map((row, index) => ({
    ...record,
    said,
    n: index + 1,
    ...row,
  }));
}

/** Movements as a sheet of typed columns: headings, and the rows of a record. Prices only where `seesMoney`. */
export function movementSheet(
  names: RecordNames,
  seesMoney: boolean,
): { readonly headings: readonly string[]; readonly rows: (record: SheetRecord) => readonly (readonly SheetCell[])[] } {
  const shown = columns.filter(({ money }) => money !== true || seesMoney);
  return {
    headings: shown.map(({ heading }) => heading),
    rows: (record) =>
      rowsOf(record).map((row) => {
        const whole = { ...row, values: valuesOf(row) };
        return shown.map(({ read }) => read(whole, names));
      }),
  };
}
