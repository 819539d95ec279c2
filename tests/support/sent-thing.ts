import type { ThingView } from '../../src/app/sync/farm.ts';

/** A thing that the server has, as a screen is given it; the rest goes over it. */
export const sentThing = <R>(row: R, rest: Partial<ThingView<R>> = {}): ThingView<R> => ({
  row,
  state: 'enviado',
  problem: null,
  pendingOp: null,
  canUndo: false,
  ...rest,
});
