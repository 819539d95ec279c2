import type { Said } from './describe.ts';
import { knownLines, mergedText, seenWithout } from './texts.ts';

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

/** Whether an edit says what a field of it was; it may have been null. */
const isSeen = (edit: Said, name: string): boolean => edit[name + before] !== undefined;

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A list or a text that two people changed. */
function merged(was: unknown, made: unknown, now: unknown): unknown {
  if (Array.isArray(made)) return mergedList((was ?? []) as Items, made as Items, (now ?? []) as Items);
  // Nothing stays said in his way: null or empty.
  return mergedText(textIn(was), textIn(made), textIn(now)) || (made === null ? null : '');
}

/** A row's fields after an edit: a list or text that says what it was is merged with what others made of it, any other is the last word. */
export const standing = (row: Said, edit: Said): Said =>
  Object.fromEntries(
    Object.entries(edit).flatMap(([name, value]) => {
      if (name.endsWith(before)) return [];
      return [[name, isSeen(edit, name) ? merged(edit[name + before], value, row[name]) : value]];
    }),
  );

/** What an edit that comes back saw, less what is not there. */
function stillThere(seen: unknown, made: unknown, now: unknown): unknown {
  if (!Array.isArray(made)) return knownLines(textIn(seen), textIn(made), textIn(now));
  const [was, own] = [keyed((seen ?? []) as Items), keyed(made as Items)];
  const there = [...keyed((now ?? []) as Items)].filter(([key]) => was.has(key) || own.has(key));
  return there.map(([key, item]) => was.get(key) ?? item);
}

/**
 * An edit that comes back to a server which was restored: its list may be older than what the edit saw, and may have what it added. What
 * it saw is then what of that is there. So it is with the lines of a text.
 */
export const returned = (row: Said, edit: Said): Said => ({
  ...edit,
  ...Object.fromEntries(
    Object.keys(edit).flatMap((name) =>
      isSeen(edit, name) ? [[name + before, stillThere(edit[name + before], edit[name], row[name])]] : [],
    ),
  ),
});

/** Whether a field of an edit takes nothing from another edit, whichever comes first. */
export const isMerged = (edit: Said, name: string): boolean => name.endsWith(before) || isSeen(edit, name);

interface Change {
  readonly was: unknown;
  readonly made: unknown;
}
const textsOf = ({ was, made }: Change) => ({ was: textIn(was), made: textIn(made) });

/** What the second of two edits saw of a list or text, without the first. */
const seenAlone = (first: Change, second: Change): unknown =>
  Array.isArray(second.made)
    ? mergedList(first.made as Items, (first.was ?? []) as Items, (second.was ?? []) as Items)
    : seenWithout(textsOf(first), textsOf(second));

/** Two edits of a thing as one. The second saw the list after the first, with what others had added: without the first it is that list. */
export function joinedEdits(first: Said, second: Said): Said {
  const joined: Record<string, unknown> = { ...first, ...second };
  for (const name of Object.keys(second)) {
    if (!(name in first)) continue;
    const said = (edit: Said) => ({ was: edit[name + before], made: edit[name] });
    if (!isSeen(first, name) || !isSeen(second, name)) delete joined[name + before];
    else joined[name + before] = seenAlone(said(first), said(second));
  }
  return joined;
}
