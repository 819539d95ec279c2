import { type FieldChange, readableFields } from '#domain';
import { type RecordNames, wordsOf } from '#domain/movements/words.ts';
import type { ShownChange } from '#ui';

/** A record's changes in words; prices only with `seesMoney`. `notStood` notes changes that were overruled. */
export function shownChanges(
  type: string,
  changes: readonly FieldChange[],
  names: RecordNames,
  seesMoney: boolean,
  notStood?: string,
): readonly ShownChange[] {
  const fields = readableFields(type);
  return changes.flatMap(({ field: name, before, after, stood }): readonly ShownChange[] => {
    const field = fields[name] ?? { label: name, control: 'text' as const };
    if (field.money && !seesMoney) return [];
    const [was, is] = [before, after].map((value) => wordsOf(field, value, names));
    return [{ key: name, label: field.label, before: was ?? '', after: is ?? '', note: stood ? undefined : notStood }];
  });
}
