import { formatHectares } from '../quantities.ts';
import { listsBy } from '../rows.ts';
import { searchable } from '../text.ts';

interface Named {
  readonly id: string;
  readonly name: string;
  readonly hectares?: number;
}

export const lotNameTaken = 'Ya existe un lote con ese nombre';

/** Names are equal regardless of accents, case and surrounding blanks (domain.md §2.2). */
export const nameKey = (name: string): string => searchable(name.trim());

const byNameKey = (things: readonly Named[]): ReadonlyMap<string, readonly Named[]> =>
  listsBy(things, ({ name }) => [nameKey(name)]);

/**
 * * Unique display names by id. Offline phones may each create a lot 'El Bajo' (offline.md §2.8): told apart by hectares, else by order of
 * creation.
 */
export function distinctNames(things: readonly Named[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const alike of byNameKey(things).values()) {
    const sizes = new Set(alike.flatMap(({ hectares }) => hectares ?? []));
    const isBySize = alike.length > 1 && sizes.size === alike.length;
    const inOrder = alike.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for (const [index, { id, name, hectares = 0 }] of inOrder.entries()) {
      const own = isBySize ? formatHectares(hectares) : String(index + 1);
      names.set(id, alike.length === 1 ? name : `${name.trim()} (${own})`);
    }
  }
  return names;
}

/** Names used more than once, as first written. */
export const namedAlike = (things: readonly Named[]): readonly string[] =>
  [...byNameKey(things).values()].flatMap(([first, ...others]) => (first && others.length > 0 ? [first.name] : []));
