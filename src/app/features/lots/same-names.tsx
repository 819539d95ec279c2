import { distinctNames, namedAlike } from '#domain';
import type { LotView } from '#sync/farm.ts';
import { Notice } from '#ui';

/** Names of lots by id, as they are shown. */
export const namesOf = (lots: readonly LotView[]): ReadonlyMap<string, string> =>
  distinctNames(lots.map(({ lot }) => lot));

/** Lots of one name, made on two phones without signal: both stay until one is renamed (offline.md §2.8). */
export const SameNames = ({ lots }: { readonly lots: readonly LotView[] }) =>
  namedAlike(lots.map(({ lot }) => lot)).map((name) => (
    <Notice key={name} tone="warn">
      Más de un lote se llama {name}. Abrí uno y cambiale el nombre; si es el mismo lote, pasá los animales y eliminá el
      que sobra.
    </Notice>
  ));
