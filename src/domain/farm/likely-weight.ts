import * as z from 'zod/mini';

/** Bounds of the average per head (domain.md §3.5, WEIGHING). */
const likelyKilos = { least: 20, most: 1500 } as const;
export const isLikelyWeight = (averageKg: number): boolean =>
  averageKg >= likelyKilos.least && averageKg <= likelyKilos.most;
export const unlikelyWeight = 'El promedio tiene que estar entre 20 y 1.500 kg por cabeza';

export const averageKilos = z
  .number({ error: 'Ingresá los kilos' })
  .check(z.gte(likelyKilos.least, { error: unlikelyWeight }), z.lte(likelyKilos.most, { error: unlikelyWeight }));
