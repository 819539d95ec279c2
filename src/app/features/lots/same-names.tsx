import { distinctNames, namedAlike } from '#domain';
import type { LotView } from '#sync/farm.ts';
import { Notice } from '#ui';

/** Display names by lot id. */
export const namesOf = (lots: readonly LotView[]): ReadonlyMap<string, string> =>
  distinctNames(lots.map(({ lot }) => lot));

/** Warns of lots with the same name, made offline on two phones (offline.md §2.8). */
export const SameNames = ({ lots }: { readonly lots: readonly LotView[] }) =>
  namedAlike(lots.map(({ lot }) => lot)).map((name) => (
    <Notice key={name} tone="warn">
      Más de un lote se llama {name}. Abrí uno y cambiale el nombre; si es el mismo lote, pasá los animales y eliminá el
      que sobra.
    </Notice>
  ));
