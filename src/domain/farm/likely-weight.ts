import * as z from 'zod/mini';

/** Between these an average per head is one of cattle (domain.md §3.5, WEIGHING). */
const likelyKilos = { least: 20, most: 1500 } as const;
/** Whether an average per head is one of cattle. */
export const isLikelyWeight = (averageKg: number): boolean =>
  averageKg >= likelyKilos.least && averageKg <= likelyKilos.most;
export const unlikelyWeight = 'El promedio tiene que estar entre 20 y 1.500 kg por cabeza';

/** Average kilos of a head, as a weighing takes them. */
export const averageKilos = z
  .number({ error: 'Ingresá los kilos' })
  .check(z.gte(likelyKilos.least, { error: unlikelyWeight }), z.lte(likelyKilos.most, { error: unlikelyWeight }));
