import type { SyncTable } from '../../contract/endpoints/sync.ts';
import type { Picture } from '../store/store.ts';
import type { Holdings } from './farm.ts';
import { thingsIn } from './thing-views.ts';

/** Lists that a picture does not hold by itself, and that a search of the whole farm looks through. */
export const heldTables: readonly SyncTable[] = [
  'rodeos',
  'campos',
  'categories',
  'assets',
  'notes',
  'tasks',
  'cycles',
  'invoices',
];

/** The small things of one picture, which must have been asked for `heldTables`. */
export const heldIn = (picture: Picture): Omit<Holdings, 'lots'> => ({
  things: {
    rodeo: thingsIn(picture, 'rodeo'),
    campo: thingsIn(picture, 'campo'),
    category: thingsIn(picture, 'category'),
    asset: thingsIn(picture, 'asset'),
    note: thingsIn(picture, 'note'),
    task: thingsIn(picture, 'task'),
    cycle: thingsIn(picture, 'cycle'),
    invoice: thingsIn(picture, 'invoice'),
  },
  members: picture.members,
});
