import * as z from 'zod/mini';

/** A weighing day: the mean of its heads, and what they gained a day since the weighing before. */
export const gainPointSchema = z.looseObject({
  date: z.string(),
  average_kg: z.number(),
  daily_gain: z.nullable(z.number()),
  /** Other animals stood on the scales than the time before: the difference is not all gain ('Grupo cambió'). */
  group_changed: z.boolean(),
});
export type GainPoint = z.infer<typeof gainPointSchema>;
