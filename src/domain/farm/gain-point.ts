import * as z from 'zod/mini';

/** A day's mean weight, and the daily gain since the previous weighing. */
export const gainPointSchema = z.looseObject({
  date: z.string(),
  average_kg: z.number(),
  daily_gain: z.nullable(z.number()),
  /** Other animals than last time were weighed, so the difference is not all gain ('Grupo cambió'). */
  group_changed: z.boolean(),
});
export type GainPoint = z.infer<typeof gainPointSchema>;
