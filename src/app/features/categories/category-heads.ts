import type { Category } from '#domain';
import type { ThingView } from '#sync/farm.ts';

/** A category and how many animals of it there are. */
export interface CategoryHeads {
  readonly view: ThingView<Category>;
  readonly heads: number;
  /** Animals of it stand somewhere, or are missing somewhere. */
  readonly isUsed: boolean;
}
