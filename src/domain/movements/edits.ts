import { silentFields } from './vocabulary.ts';
import { isAnswered, isSaid, type Said } from './words.ts';

/** What an edit changed in one field. Of a field of lines only the lines that came, went or changed. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  /** False for what was written and did not stand: too late, over another's word, or not allowed. */
  readonly stood: boolean;
}

/** The same whatever the order in which it was written down, and whether nothing was said with a word or without. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return (value as unknown[]).map(comparable);
  if (!isSaid(value)) return isAnswered(value) ? value : null;
  const isNamed = isAnswered(value['name']);
  const said = Object.entries(value).filter(([name, part]) => isAnswered(part) && !(name === 'asset_id' && isNamed));
  return Object.fromEntries(
    said.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, part]) => [name, comparable(part)]),
  );
}

const sameText = (value: unknown): string => JSON.stringify(comparable(value));

const isLines = (value: unknown): value is readonly Said[] =>
  Array.isArray(value) && value.length > 0 && (value as unknown[]).every(isSaid);

/** Lines that the other list has not. One that stands twice here and once there is left over once. */
function leftOver(lines: readonly Said[], others: readonly Said[]): readonly Said[] {
  const there = others.map(sameText);
  return lines.filter((line) => {
    const at = there.indexOf(sameText(line));
    if (at >= 0) there.splice(at, 1);
    return at < 0;
  });
}

/** The item's id where its name says the same. */
const isNamedItem = (field: string, before: Said, after: Said): boolean =>
  field === 'asset_id' && [before, after].every((said) => isAnswered(said['name'] ?? said['product']));

/** What differs between two payloads of one record, field by field; marks of its way (`silentFields`) aside. */
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

/** One edit as it is kept: what stood, and what the person wrote. */
interface StoredEdit {
  readonly before: Said;
  readonly after: Said;
}

/**
 * What each edit of a record changed, oldest first; `now` is the record after the last. What an edit wrote and the next did not find was
 * never in the book: it came over a deletion or a later word, or was a price of who does not see them.
 */
export function changesOf(edits: readonly StoredEdit[], now: Said): readonly (readonly FieldChange[])[] {
  return edits.map(({ before, after }, index) => {
    const then = edits[index + 1]?.before ?? now;
    return changesBetween(before, after).flatMap((change) => {
      const stood = sameText(then[change.field]) !== sameText(before[change.field]);
      // Other words for a record may leave out what the book found by itself: that says nothing.
      return stood || isAnswered(after[change.field]) ? [{ ...change, stood }] : [];
    });
  });
}

/** What an edit of the wire says that it changed; null where its server does not say, or says it in other words. */
export function changesIn(edit: Said): readonly FieldChange[] | null {
  const { changes } = edit;
  if (!Array.isArray(changes)) return null;
  const read = (changes as unknown[]).flatMap((change): readonly FieldChange[] => {
    if (!isSaid(change) || typeof change['field'] !== 'string') return [];
    const { field, before = null, after = null, stood } = change;
    return [{ field, before, after, stood: stood !== false }];
  });
  return read.length === changes.length ? read : null;
}
