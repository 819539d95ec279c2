import { offlineSentences } from '../../contract/sentences-offline.ts';
import type { Names } from '../../domain/movements/define.ts';
import { fullName } from '../../domain/people/names.ts';
import type { Picture } from '../store/store.ts';

const namesIn = (list: readonly { readonly id: string; readonly name: string }[]): ReadonlyMap<string, string> =>
  new Map(list.map((item) => [item.id, item.name]));

/** Names of the farm's things as they are on this device, lots that still wait included. */
export function namesOf(
  picture: Pick<Picture, 'categories' | 'rodeos' | 'campos'>,
  lots: readonly { readonly id: string; readonly name: string }[],
): Names {
  const [category, lot, rodeo, campo] = [picture.categories, lots, picture.rodeos, picture.campos].map(namesIn);
  return {
    category: (id) => category?.get(id) ?? offlineSentences.goneCategory,
    lot: (id) => (id ? (lot?.get(id) ?? offlineSentences.goneLot) : offlineSentences.noLot),
    rodeo: (id) => (id ? (rodeo?.get(id) ?? offlineSentences.goneRodeo) : offlineSentences.noRodeo),
    campo: (id) => campo?.get(id ?? '') ?? offlineSentences.goneCampo,
  };
}

/** The name of a member, as shown; null for one who is not known here. */
export function authorOf(picture: Pick<Picture, 'members'>, userId: string | null): string | null {
  const member = picture.members.find((person) => person.id === userId);
  return member ? fullName(member) : null;
}
