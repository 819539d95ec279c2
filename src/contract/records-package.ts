import * as z from 'zod/mini';
import { textOrNull } from '../domain/schemas.ts';
import { attachmentLimits } from '../domain/attachments.ts';
import { packageSealSchema } from './seal.ts';
import { movementTypes } from '../domain/movements/types.ts';
import { allThings, carriedThings } from '../domain/things/registry.ts';

const mostRecords = 50_000;

const heldBack = allThings.filter(({ carried }) => !carried).map(({ path }) => path);
const carriedPath = new RegExp(
  `^/api/(?!${['auth', 'user', 'organization', ...heldBack, 'sync'].join('|')})[a-z-]+(/|$)`,
);

/** Records handed from one phone to another, with their author. */
export const packageSchema = z.object({
  format: z.literal('tranquera-records'),
  v: z.literal(1),
  organization_id: z.string(),
  author: z.object({ id: z.string(), name: z.string() }),
  made_at: z.iso.datetime(),
  operations: z
    .array(
      z.object({
        op_id: z.uuid(),
        device_id: z.string().check(z.maxLength(100)),
        act: z.enum(['create', 'edit', 'delete']),
        subject: z.enum(['movement', ...carriedThings.map(({ name }) => name)]),
        type: z.nullable(z.enum(movementTypes)),
        method: z.enum(['POST', 'PUT', 'DELETE']),
        path: z.string().check(z.regex(carriedPath), z.maxLength(300)),
        body: z.nullable(z.record(z.string(), z.unknown())),
        shown: z.optional(z.record(z.string(), z.unknown())),
        postings: z
          .array(
            z.object({
              lot: textOrNull,
              rodeo: textOrNull,
              category: z.string(),
              head: z.int(),
            }),
          )
          .check(z.maxLength(500)),
        deps: z.array(z.uuid()).check(z.maxLength(500)),
        entity_id: z.string().check(z.maxLength(100)),
        recorded_at: z.iso.datetime(),
      }),
    )
    .check(z.minLength(1), z.maxLength(mostRecords)),
  /** The author's device's signature; absent without a key and in older apps. */
  seal: z.optional(packageSealSchema),
  /** Photos and voice notes in base64; only in a file, as they would need thousands of QR codes. */
  blobs: z.optional(
    z
      .array(
        z.object({
          digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
          data: z.string().check(z.maxLength(Math.ceil(attachmentLimits.bytes / 3) * 4)),
        }),
      )
      .check(z.maxLength(2000)),
  ),
});

export type RecordsPackage = z.infer<typeof packageSchema>;

const markedSchema = z.object({ format: z.literal('tranquera-records'), v: z.int().check(z.gte(1)) });
/** Fields where a newer app may use words unknown here. */
const worded = new Set(['type', 'subject', 'act']);

/** Whether an invalid package is merely from a newer app. */
export function isOfNewerApp(text: unknown): boolean {
  const marked = markedSchema.safeParse(text);
  if (!marked.success) return false;
  if (marked.data.v > 1) return true;
  const read = packageSchema.safeParse(text);
  const { operations } = text as { readonly operations?: unknown };
  return (
    !read.success &&
    read.error.issues.every(({ path: [part, index, field] }) => {
      if (part !== 'operations' || !Array.isArray(operations) || !worded.has(String(field))) return false;
      const operation = operations[Number(index)] as Readonly<Record<string, unknown>> | null;
      return typeof operation?.[String(field)] === 'string';
    })
  );
}
