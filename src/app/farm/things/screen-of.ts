import type { Thing } from '#domain/things/describe.ts';

/** A declared thing's route, else the first screen. A test holds that each exists. */
export const screenOf = (thing: Pick<Thing, 'screen'> | null): '/notes' =>
  (thing?.screen?.path ?? '/dashboard') as '/notes';
