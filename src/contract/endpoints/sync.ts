import * as z from 'zod/mini';
import { maybe, numberOrNull, textOrNull } from '../../domain/schemas.ts';
import { limits } from '../../domain/limits.ts';
import { idSchema } from '../../domain/movements/fields.ts';
import { allThings, type ThingTable } from '../../domain/things/registry.ts';
import { get, post } from '../endpoint.ts';
import { operationSealSchema, publicKeySchema } from '../seal.ts';
import { feedPath } from '../session-paths.ts';
import { restoredSchema } from './account.ts';
import { answer } from './answers.ts';

export type SyncTable = 'organization' | 'members' | 'cells' | 'movements' | ThingTable;

/** Synced tables, in the order of a first load: what every screen needs first. `cells` are the herd's balances. */
export const syncTables: readonly SyncTable[] = [
  'organization',
  'members',
  ...allThings.filter(({ isPlace }) => isPlace).map(({ table }) => table),
  'cells',
  ...allThings.filter(({ isPlace }) => !isPlace).map(({ table }) => table),
  'movements',
];

/** A changed row; null: deleted. */
const changeSchema = z.object({
  table: z.string(),
  id: z.string(),
  row: z.nullable(z.looseObject({})),
});
export type Change = z.infer<typeof changeSchema>;

/** A balance; its id is `lot|rodeo|category`. */
export const cellRowSchema = z.looseObject({
  lot_id: textOrNull,
  rodeo_id: textOrNull,
  category_id: z.string(),
  head: z.number(),
});

/** The farm without its people and categories, which are rows of their own. */
export const organizationRowSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  settings: z.looseObject({}),
  restored: z.optional(restoredSchema),
});

const page = {
  epoch: z.string(),
  changes: z.array(changeSchema),
  server_time: z.string(),
};

/** Everything after `since` in one snapshot; a page never splits a commit (offline.md §2.5). */
export const pullAnswer = answer({
  ...page,
  from: z.number(),
  to: z.number(),
  more: z.boolean(),
  /** The mark of commit `to`. Null for commits older than marks. */
  mark: maybe(z.string()),
  acks: z.array(
    z.object({
      key: z.string(),
      seq: z.number(),
      mark: maybe(z.string()),
      server_id: textOrNull,
    }),
  ),
  /** By table, of all the caller sees at `to`; on the last page, for `digest=1`. */
  digest: z.optional(z.record(z.string(), z.string())),
});

const commitSchema = z.strictObject({
  seq: z.number().check(z.int(), z.nonnegative()),
  mark: z.string().check(z.regex(/^[\w-]{1,80}$/)),
});
export type KnownCommit = z.infer<typeof commitSchema>;

/** A page of a full load. `to`: the first page's sequence, where the feed continues. */
export const snapshotAnswer = answer({
  ...page,
  to: z.number(),
  mark: maybe(z.string()),
  /** The last commit at this page: its rows may be newer than `to`. */
  seen: z.optional(commitSchema),
  next_page: textOrNull,
  /** The field visibility of the caller's role, sent with each pull: if it changes, rows are fetched anew (410). */
  sight: z.optional(z.string()),
  /** * For `segments=1`, on the last page instead of movements: the history's segments, newest first, fetched by tag (`history`). */
  segments: z.optional(z.array(z.object({ tag: z.string(), month: z.string(), rows: z.number() }))),
});

const historyAnswer = answer({ seen: commitSchema, changes: z.array(changeSchema) });

const operationSchema = z.strictObject({
  key: z.uuid(),
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().check(z.startsWith('/api/'), z.maxLength(300)),
  body: z.optional(z.unknown()),
  /**
   * * The author, where another's phone sends it: new field records only, with the lesser rights of both; the rest goes to the office,
   * listed in `kept`.
   */
  author: z.optional(idSchema),
  /** The signature of the author's device (`seal.ts`); without a valid one, the record goes to the office. */
  seal: z.optional(operationSealSchema),
  /** Resent after a restore, with its old sequence: treated as a field record. */
  healing: z.optional(z.number().check(z.int(), z.nonnegative())),
});

/** Most commits in one request for the last shared one. */
export const mostCommitsNamed = 1000;

/** wire.md §Sync. */
export const syncEndpoints = {
  pull: get(feedPath, pullAnswer),
  snapshot: get('/api/sync/{org}/snapshot', snapshotAnswer, { isLong: true }),
  history: get('/api/sync/{org}/history/{tag}', historyAnswer, { isLong: true }),
  operations: post(
    '/api/sync/{org}/ops',
    z.strictObject({
      operations: z.array(operationSchema).check(z.minLength(1), z.maxLength(limits.operationsPerBatch)),
    }),
    answer({
      results: z.array(
        z.object({
          key: z.string(),
          status: z.number(),
          seq: maybe(z.number()),
          mark: maybe(z.string()),
          body: z.looseObject({}),
        }),
      ),
    }),
    { most: 4 * 1024 * 1024 },
  ),
  life: post(
    '/api/sync/{org}/life',
    z.strictObject({ commits: z.array(commitSchema).check(z.maxLength(mostCommitsNamed)) }),
    answer({ shared: numberOrNull }),
  ),
  /** Registers the device's public key for signing packages. */
  registerDeviceKey: post(
    '/api/sync/{org}/device-key',
    z.strictObject({ public_key: publicKeySchema }),
    answer({ device_key: z.object({ id: z.string() }) }),
  ),
  health: get(
    '/api/health',
    answer({ version: z.string(), database: z.enum(['sqlite', 'postgres']), time: z.string() }),
    {
      who: 'none',
      // Monitoring is never rate-limited.
      counted: null,
    },
  ),
} as const;
