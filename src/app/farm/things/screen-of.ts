import type { Thing } from '#domain/things/describe.ts';

/**
 * The address of the screen of a thing that is made of fields, which all take the same `hoja`. A test holds that the routes have each; what has
 * none is found on the first screen.
 */
export const screenOf = (thing: Pick<Thing, 'screen'> | null): '/notes' =>
  (thing?.screen?.path ?? '/dashboard') as '/notes';
