import { type Movement, readBy } from '#domain/movements/movement.ts';
import { recordedKind } from '#domain/movements/registry.ts';
import { byId } from '#domain/rows.ts';
import { offlineSentences } from '#contract/sentences-offline.ts';
import { distinctNames } from '#domain/farm/distinct-names.ts';
import type { Names } from '#domain/movements/define.ts';
import type { RecordNames } from '#domain/movements/words.ts';
import { goneWord } from '#domain/things/describe.ts';
import { things } from '#domain/things/registry.ts';
import { fullName } from '#domain/people/names.ts';
import type { Picture } from '#store/store.ts';
import { keeping } from './keeping.ts';

type Named = readonly { readonly id: string; readonly name: string }[];

const namesIn = (list: Named): ReadonlyMap<string, string> => new Map(list.map((item) => [item.id, item.name]));

const namesOver = keeping((lots: Named, categories: Named, rodeos: Named, campos: Named): Names => {
  const [category, campo] = [categories, campos].map(namesIn);
  const [lot, rodeo] = [lots, rodeos].map(distinctNames);
  return {
    category: (id) => category?.get(id) ?? goneWord(things.category),
    lot: (id) => (id ? (lot?.get(id) ?? goneWord(things.lot)) : offlineSentences.noLot),
    rodeo: (id) => (id ? (rodeo?.get(id) ?? goneWord(things.rodeo)) : offlineSentences.noRodeo),
    campo: (id) => campo?.get(id ?? '') ?? goneWord(things.campo),
  };
});

export const namesOf = (
  { categories, rodeos, campos }: Pick<Picture, 'categories' | 'rodeos' | 'campos'>,
  lots: Named,
): Names => namesOver(lots, categories, rodeos, campos);

/** Names of all a record may refer to; deleted things keep theirs while their row is here. */
export function recordNamesOf(
  picture: Pick<Picture, 'categories' | 'rodeos' | 'campos' | 'members' | 'things'>,
  lots: Named,
): RecordNames {
  const of = (table: 'assets' | 'cycles') =>
    new Map((picture.things.get(table) ?? []).map((row) => [row.id, String(row.name)]));
  const [assets, cycles] = [of('assets'), of('cycles')];
  return {
    ...namesOf(picture, lots),
    asset: (id) => assets.get(id) ?? goneWord(things.asset),
    cycle: (id) => cycles.get(id) ?? goneWord(things.cycle),
    person: (id) => authorOf(picture, id) ?? offlineSentences.someone,
  };
}

/** A member's shown name; null if unknown here. */
export function authorOf(picture: Pick<Picture, 'members'>, userId: string | null): string | null {
  const member = byId(picture.members, userId);
  return member ? fullName(member) : null;
}

/** One line in Spanish: the server's if it wrote one, else the kind's. */
export const summaryOf = keeping((movement: Movement, names: Names): string => {
  const kind = recordedKind(movement.type);
  if (movement.reference !== null || !kind) return movement.reference ?? '';
  try {
    return kind.summary(readBy(kind, movement), names);
  } catch (thrown) {
    // A foreign backend may omit required fields: the row keeps its title, and must not break the list.
    if (thrown instanceof TypeError) return '';
    throw thrown;
  }
});
