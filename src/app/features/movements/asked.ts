import { allKinds } from '#domain';
import type { MovementFilter, MovementStanding } from '#sync/farm.ts';

/** The list's filter as its fields hold it; empty: not set. */
const nothing = { group: '', text: '', lotId: '', rodeoId: '', authorId: '', standing: '', from: '', to: '' };
export type Asked = Readonly<typeof nothing>;
export const nothingAsked: Asked = nothing;

/** Movement states (domain.md §2.16). */
export const standings: Readonly<Record<MovementStanding, string>> = {
  activo: 'Activo',
  eliminado: 'Eliminado',
  pendiente: 'Pendiente',
  con_error: 'Con error',
};
const isStanding = (word: string): word is MovementStanding => Object.hasOwn(standings, word);

/** The filter for the views. */
export function filterOf({ group, text, standing, ...rest }: Asked): MovementFilter {
  const plain = Object.entries(rest).filter(([, value]) => value !== '');
  return {
    ...Object.fromEntries(plain),
    ...(group !== '' && { types: allKinds.filter((kind) => kind.group === group).map((kind) => kind.type) }),
    ...(text.trim() !== '' && { text }),
    ...(isStanding(standing) && { standing }),
  };
}

/** Filters set behind 'Buscar y filtrar'; the group has its own chips. */
export const questionsIn = ({ group: _group, ...rest }: Asked): number =>
  Object.values(rest).filter((value) => value.trim() !== '').length;

/** The filter a tab kept; ignores what another version stored. */
export function askedBefore(kept: unknown): Asked {
  if (typeof kept !== 'object' || kept === null) return nothingAsked;
  const known = Object.entries(kept).filter(
    ([name, value]) => Object.hasOwn(nothing, name) && typeof value === 'string',
  );
  return { ...nothing, ...Object.fromEntries(known) };
}
