import type { Thing } from '#domain/things/describe.ts';

/** The address of the screen of a thing that is made of fields; the first screen for any other. A test holds that the routes have each. */
export const screenOf = (thing: Pick<Thing, 'screen'> | null): '/notes' =>
  (thing?.screen?.path ?? '/dashboard') as '/notes';
