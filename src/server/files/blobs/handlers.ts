import { createHash } from 'node:crypto';
import { serverSentences } from '../../../contract/sentences-server.ts';
import {
  attachmentLimits,
  type AttachmentType,
  attachmentTypeOf,
  attachmentTypes,
  fileLimits,
} from '../../../domain/index.ts';
import { type Db, rowsWhere, type Trx } from '../../database/tables.ts';
import {
  type Answer,
  type Call,
  type Commit,
  type EndpointHandlers,
  farmOf,
  read,
  refuse,
  write,
} from '../../kernel/call.ts';
import type { FileStore, SentFile } from '../store.ts';

const rowOf = (db: Db, organizationId: string, digest: string) =>
  rowsWhere(db, 'blobs', { organization_id: organizationId, digest }).selectAll().executeTakeFirst();

/** Whether a row's bytes exist: the data folder may be lost without the database. */
const isThere = async (files: FileStore, { place, size }: { readonly place: string; readonly size: number }) =>
  await files.read(place).then(
    (bytes) => bytes.length === size,
    () => false,
  );

/** Refuses what exceeds the farm's disk quota (trust.md row 130). */
async function checkQuota(trx: Trx, organizationId: string, size: number): Promise<void> {
  let sum = size;
  for (const table of ['blobs', 'files'] as const) {
    const { bytes } = await trx
      .selectFrom(table)
      .select((select) => select.fn.sum<number | null>('size').as('bytes'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    sum += Number(bytes ?? 0);
  }
  if (sum > fileLimits.bytesPerOrganization) refuse('BODY_TOO_LARGE', { message: serverSentences.storeFull });
}

/** The type of acceptable bytes under their right digest, or a refusal. */
function judged(bytes: Uint8Array, digest: string): AttachmentType {
  if (bytes.length > attachmentLimits.bytes) refuse('BODY_TOO_LARGE', { message: serverSentences.blobTooLarge });
  if (createHash('sha256').update(bytes).digest('hex') !== digest)
    refuse('INVALID_BODY', { message: serverSentences.blobBroken });
  return attachmentTypeOf(bytes) ?? refuse('FILE_TYPE', { message: serverSentences.blobTypes });
}

/** Stores a photo or voice note, once; lost bytes are restored by sending again. */
async function put(call: Call<Uint8Array>, commit: Commit, files: FileStore): Promise<Answer> {
  const { trx, organizationId } = commit;
  const digest = call.params.digest ?? '';
  const type = judged(call.body, digest);
  const size = call.body.length;
  const known = await rowOf(trx, organizationId, digest);
  const answer = { blob: { digest, type, size } };
  if (known && (await isThere(files, known))) return answer;
  if (!known) await checkQuota(trx, organizationId, size);
  const place = call.newId();
  commit.ifUndone(() => files.remove(place));
  await files.write(place, call.body);
  call.afterCommit(() => files.settle(place));
  const created_by = call.actor?.userId ?? refuse('TOKEN_MISSING');
  const created_at = new Date(call.now).toISOString();
  await trx
    .insertInto('blobs')
    .values({ organization_id: organizationId, digest, type, size, place, created_by, created_at })
    .onConflict((conflict) => conflict.columns(['organization_id', 'digest']).doUpdateSet({ place }))
    .execute();
  return answer;
}

async function get(call: Call, db: Db, files: FileStore): Promise<Answer> {
  const row = await rowOf(db, farmOf(call), call.params.digest ?? '');
  const { digest, type, place } = row ?? refuse('NOT_FOUND');
  const ending = attachmentTypes[type as AttachmentType];
  const file: SentFile = { name: `${digest.slice(0, 12)}.${ending}`, type, bytes: await files.read(place) };
  return { file };
}

/** Photos and voice notes of records: any member sends and sees them. */
export const blobHandlers = (files: FileStore): EndpointHandlers => ({
  putBlob: write((call, commit) => put(call, commit, files)),
  blob: read((call, db) => get(call, db, files)),
});
