import type { SyncTable } from '#contract/endpoints/sync.ts';
import type { Picture } from '#store/store.ts';
import { subjectTables } from '#store/op.ts';
import type { Holdings } from '../farm.ts';
import { thingsIn } from './thing-views.ts';
import { smallThings } from '../things/things.ts';

/** Lists not in every picture that a search of the whole farm needs. */
export const heldTables: readonly SyncTable[] = smallThings.map((name) => subjectTables[name]);

/** A picture's small things; it must have asked for `heldTables`. */
export const heldIn = (picture: Picture): Omit<Holdings, 'lots'> => ({
  things: Object.fromEntries(
    smallThings.map((name): readonly [string, unknown] => [name, thingsIn(picture, name)]),
  ) as unknown as Holdings['things'],
  members: picture.members,
});
