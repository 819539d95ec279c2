import type { Said } from './describe.ts';

type Items = readonly Said[];

/** Beside a list: what it was for the person who changed it. */
const before = '_before';

const told = (item: unknown): string | undefined => JSON.stringify(item, (_name, value: unknown) => value ?? undefined);

/** Of these a list has one (a photo, a person, a category); of others two that are equal are two. */
const isOnce = (item: Said): boolean => typeof item === 'string' || item.category_id !== undefined;

/** Each item under what it says (a step under its text, heads under their category), equal ones by their order. */
function keyed(list: Items): ReadonlyMap<string, Said> {
  const items = new Map<string, Said>();
  for (const item of list) {
    let key = String(told(item.text ?? item.category_id ?? item));
    while (items.has(key) && !isOnce(item)) key += ' ';
    items.set(key, item);
  }
  return items;
}

/** What one person made of a list, `was` to `made`, and what others made of it meanwhile: nothing that anybody added or changed goes (decision 0074). */
export function mergedList(was: Items, made: Items, now: Items): Items {
  const [old, own, current] = [keyed(was), keyed(made), keyed(now)];
  const isChanged = (key: string, item: Said): boolean => told(item) !== told(old.get(key));
  return [
    ...[...own]
      .map(([key, item]) => (isChanged(key, item) ? item : current.get(key)))
      .filter((item) => item !== undefined),
    ...[...current].flatMap(([key, item]) =>
      (own.has(key) ? old.has(key) || isOnce(item) : !isChanged(key, item)) ? [] : [item],
    ),
  ];
}

/** A row's fields after an edit: a list that says what it was is merged with what others made of it, any other is the last word. */
export const standing = (row: Said, edit: Said): Said =>
  Object.fromEntries(
    Object.entries(edit).flatMap(([name, value]) => {
      if (name.endsWith(before)) return [];
      const was = edit[name + before];
      return [[name, was && value ? mergedList(was as Items, value as Items, (row[name] ?? []) as Items) : value]];
    }),
  );

/**
 * An edit that comes back to a server which was restored: its list may be older than what the edit saw, and may have what it added. What
 * it saw is then what of that is there.
 */
export const returned = (row: Said, edit: Said): Said => ({
  ...edit,
  ...Object.fromEntries(
    Object.keys(edit).flatMap((name) => {
      if (!edit[name + before]) return [];
      const [was, made] = [keyed(edit[name + before] as Items), keyed(edit[name] as Items)];
      const there = [...keyed((row[name] ?? []) as Items)].filter(([key]) => was.has(key) || made.has(key));
      return [[name + before, there.map(([key, item]) => was.get(key) ?? item)]];
    }),
  ),
});

/** Whether a field of an edit takes nothing from another edit, whichever comes first. */
export const isMerged = (edit: Said, name: string): boolean =>
  name.endsWith(before) || edit[name + before] !== undefined;

/** Two edits of a thing as one. The second saw the list after the first, with what others had added: without the first it is that list. */
export function joinedEdits(first: Said, second: Said): Said {
  const joined: Record<string, unknown> = { ...first, ...second };
  for (const name of Object.keys(second)) {
    const [was, seen] = [first[name + before], second[name + before]];
    if (!(name in first)) continue;
    if (was && seen) joined[name + before] = mergedList(first[name] as Items, was as Items, seen as Items);
    else delete joined[name + before];
  }
  return joined;
}
