import * as z from 'zod/mini';
import { maybe, numberOrNull, textOrNull } from '../../domain/schemas.ts';
import { limits } from '../../domain/limits.ts';
import { idSchema } from '../../domain/movements/fields.ts';
import { allThings, type ThingTable } from '../../domain/things/registry.ts';
import { endpoint } from '../endpoint.ts';
import { operationSealSchema, publicKeySchema } from '../seal.ts';
import { feedPath } from '../session-paths.ts';
import { restoredSchema } from './account.ts';
import { answer } from './answers.ts';

export type SyncTable = 'organization' | 'members' | 'cells' | 'movements' | ThingTable;

/**
 * Tables that travel by sync, as the wire knows their rows; `cells` are the herd's balances. The first load goes in this order: what every
 * screen needs before the history.
 */
export const syncTables: readonly SyncTable[] = [
  'organization',
  'members',
  ...allThings.filter(({ isPlace }) => isPlace).map(({ table }) => table),
  'cells',
  ...allThings.filter(({ isPlace }) => !isPlace).map(({ table }) => table),
  'movements',
];

/** One changed row; a null row is a deletion. */
const changeSchema = z.object({
  table: z.string(),
  id: z.string(),
  row: z.nullable(z.looseObject({})),
});
export type Change = z.infer<typeof changeSchema>;

/** A balance of the herd, as a row (id: `lot|rodeo|category`). */
export const cellRowSchema = z.looseObject({
  lot_id: textOrNull,
  rodeo_id: textOrNull,
  category_id: z.string(),
  head: z.number(),
});

/** The farm itself, as a row: its people and categories are rows of their own. */
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

/** Everything after `since`, of one read snapshot; a page never splits a commit (offline.md §2.5). */
export const pullAnswer = answer({
  ...page,
  from: z.number(),
  to: z.number(),
  more: z.boolean(),
  /** Of the commit `to`: what a phone says that it knows. Null for commits older than marks. */
  mark: maybe(z.string()),
  acks: z.array(
    z.object({
      key: z.string(),
      seq: z.number(),
      mark: maybe(z.string()),
      server_id: textOrNull,
    }),
  ),
  /** By table, of everything the caller sees at `to`: on the last page, for who asks with `digest=1`. */
  digest: z.optional(z.record(z.string(), z.string())),
});

/** A commit as a phone knows it. */
const commitSchema = z.strictObject({
  seq: z.number().check(z.int(), z.nonnegative()),
  mark: z.string().check(z.regex(/^[\w-]{1,80}$/)),
});
export type KnownCommit = z.infer<typeof commitSchema>;

/** A page of the whole: `to` is the sequence that the first page saw, and where the pull goes on. */
export const snapshotAnswer = answer({
  ...page,
  to: z.number(),
  mark: maybe(z.string()),
  /** The farm's last commit in the moment of this page: its rows may be newer than `to`. */
  seen: z.optional(commitSchema),
  next_page: textOrNull,
  /** What the caller's role sees of each row, said with each pull: rows of another sight are fetched anew (410). */
  sight: z.optional(z.string()),
  /**
   * For `segments=1`, instead of pages of movements and with the last page: the history, newest first, each segment fetched by its tag
   * (`history`). The feed brings what changed after `to`.
   */
  segments: z.optional(z.array(z.object({ tag: z.string(), month: z.string(), rows: z.number() }))),
});

/** Movements of one month, or of a part of it, as they were at `seen`. */
const historyAnswer = answer({ seen: commitSchema, changes: z.array(changeSchema) });

/** One call of the batch: the same calls as elsewhere, in order. */
const operationSchema = z.strictObject({
  key: z.uuid(),
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().check(z.startsWith('/api/'), z.maxLength(300)),
  body: z.optional(z.unknown()),
  /**
   * Whose record it is, where another member's phone brings it: only new records of the field, judged by the lesser standing of both.
   * Others are kept for the office, named in `kept`.
   */
  author: z.optional(idSchema),
  /** That its author's device vouches for it (`seal.ts`): without it, or where it does not hold, it is kept for the office. */
  seal: z.optional(operationSealSchema),
  /** The phone brings back what a restored server lost, and this is the sequence that it had there: judged as a record of the field. */
  healing: z.optional(z.number().check(z.int(), z.nonnegative())),
});

/** How many commits a phone names at most when it asks which of them the server still has. */
export const mostCommitsNamed = 1000;

/** The sync extension (wire.md §Sync). */
export const syncEndpoints = {
  pull: endpoint({ method: 'GET', path: feedPath, answer: pullAnswer }),
  snapshot: endpoint({ method: 'GET', path: '/api/sync/{org}/snapshot', answer: snapshotAnswer, isLong: true }),
  history: endpoint({ method: 'GET', path: '/api/sync/{org}/history/{tag}', answer: historyAnswer, isLong: true }),
  operations: endpoint({
    method: 'POST',
    path: '/api/sync/{org}/ops',
    most: 4 * 1024 * 1024,
    body: z.strictObject({
      operations: z.array(operationSchema).check(z.minLength(1), z.maxLength(limits.operationsPerBatch)),
    }),
    answer: answer({
      results: z.array(
        z.object({
          key: z.string(),
          status: z.number(),
          /** The commit that holds its effect. */
          seq: maybe(z.number()),
          mark: maybe(z.string()),
          body: z.looseObject({}),
        }),
      ),
    }),
  }),
  life: endpoint({
    method: 'POST',
    path: '/api/sync/{org}/life',
    body: z.strictObject({ commits: z.array(commitSchema).check(z.maxLength(mostCommitsNamed)) }),
    answer: answer({ shared: numberOrNull }),
  }),
  /** The public half of the key that the caller's device signs packages of records with. */
  registerDeviceKey: endpoint({
    method: 'POST',
    path: '/api/sync/{org}/device-key',
    body: z.strictObject({ public_key: publicKeySchema }),
    answer: answer({ device_key: z.object({ id: z.string() }) }),
  }),
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    who: 'none',
    // Whoever watches over the server is never told to wait.
    counted: null,
    answer: answer({ version: z.string(), database: z.enum(['sqlite', 'postgres']), time: z.string() }),
  }),
} as const;
