import { silentFields } from './vocabulary.ts';
import { isAnswered, isSaid } from './words.ts';
import type { Said } from './said.ts';

/** The change of one field. For lists, only lines added, removed or changed. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  /** False for what was written but did not take effect: late, overwritten or not allowed. */
  readonly stood: boolean;
}

/** Equal for equal content: sorted keys; unanswered parts are left out. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return (value as unknown[]).map(comparable);
  if (!isSaid(value)) return isAnswered(value) ? value : null;
  const isNamed = isAnswered(value.name);
  const said = Object.entries(value).filter(([name, part]) => isAnswered(part) && !(name === 'asset_id' && isNamed));
  return Object.fromEntries(
    said.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, part]) => [name, comparable(part)]),
  );
}

const sameText = (value: unknown): string => JSON.stringify(comparable(value));

const isLines = (value: unknown): value is readonly Said[] =>
  Array.isArray(value) && value.length > 0 && (value as unknown[]).every(isSaid);

function leftOver(lines: readonly Said[], others: readonly Said[]): readonly Said[] {
  const there = others.map(sameText);
  return lines.filter((line) => {
    const at = there.indexOf(sameText(line));
    if (at >= 0) there.splice(at, 1);
    return at < 0;
  });
}

/** An item's id is redundant where its name is given. */
const isNamedItem = (field: string, before: Said, after: Said): boolean =>
  field === 'asset_id' && [before, after].every((said) => isAnswered(said.name ?? said.product));

/** The differences of two payloads of a record, field by field, without `silentFields`. */
export function changesBetween(before: Said, after: Said, stood = true): readonly FieldChange[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => !silentFields.has(field) && field !== 'carried_by' && !isNamedItem(field, before, after),
  );
  return fields.flatMap((field): readonly FieldChange[] => {
    const [was, is] = [before[field] ?? null, after[field] ?? null];
    if (sameText(was) === sameText(is)) return [];
    if (!isLines(was ?? []) && !isLines(is ?? [])) return [{ field, before: was, after: is, stood }];
    const [old, fresh] = [isLines(was) ? was : [], isLines(is) ? is : []];
    const [gone, come] = [leftOver(old, fresh), leftOver(fresh, old)];
    return gone.length + come.length > 0 ? [{ field, before: gone, after: come, stood }] : [];
  });
}

interface StoredEdit {
  readonly before: Said;
  readonly after: Said;
}

/**
 * * The changes of each edit, oldest first; `now` is the current record. What the next edit did not find never took effect: a deletion or
 * later edit won, or its author may not see prices.
 */
export function changesOf(edits: readonly StoredEdit[], now: Said): readonly (readonly FieldChange[])[] {
  return edits.map(({ before, after }, index) => {
    const then = edits[index + 1]?.before ?? now;
    return changesBetween(before, after).flatMap((change) => {
      const stood = sameText(then[change.field]) !== sameText(before[change.field]);
      // An edit may omit what the book derived: that is no change.
      return stood || isAnswered(after[change.field]) ? [{ ...change, stood }] : [];
    });
  });
}

/** The changes listed in an edit on the wire; null where the server gives none, or in another format. */
export function changesIn(edit: Said): readonly FieldChange[] | null {
  const { changes } = edit;
  if (!Array.isArray(changes)) return null;
  const read = (changes as unknown[]).flatMap((change): readonly FieldChange[] => {
    if (!isSaid(change) || typeof change.field !== 'string') return [];
    const { field, before = null, after = null, stood } = change;
    return [{ field, before, after, stood: stood !== false }];
  });
  return read.length === changes.length ? read : null;
}
