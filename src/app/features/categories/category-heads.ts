import type { Category } from '#domain';
import type { ThingView } from '#sync/farm.ts';

/** A category and its head count. */
export interface CategoryHeads {
  readonly view: ThingView<Category>;
  readonly heads: number;
  /** Some stand somewhere, or are missing from the book. */
  readonly isUsed: boolean;
}
