import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { OperationRow } from './tables.ts';

type Kept = Pick<OperationRow, 'body' | 'packed'>;

/** How answers about records begin, which are nearly all that is kept. */
const ofRecord = '{"movement":';

/**
 * What answers about records have in common, for the packing to point at. Answers that lie in databases were packed with it: it never changes; a
 * better one is another one, with a number of its own.
 */
const sharedText =
  '{"purpose":"head_count":"weight_kg":"total_kg":"average_kg":"unit_price":"total_price":"total":"product":"dose":"unit":"supplies":[' +
  '"reproductive_cycle_id":"notes":"was":{"review":{"reasons":["cells"],"offline":true,"mm":"intensity":"cause":"count":1}],"carried_by":' +
  '{"movement":{"id":"","cid":"","type":"","date":"202","count":{"":1},"rodeoId":null,"rodeoId":"","detail":null,"reference":"1 ternero · ' +
  '","animals":[{"type":"","count":1}],"organization_id":"","created_by":"","created_at":"202T00:00:00.000Z","synced_at":"202T00:00:00.000Z",' +
  '"updated_at":"202T00:00:00.000Z","version":1,"deleted":false,"metadata":{"rodeo_id":"","lot_id":"","unit_price":"000.00","deletedBy":null,' +
  '"deletedAt":null,"editHistory":[],"postings":[{"lot_id":"","rodeo_id":"","category_id":"","head":1}]}}}';

/** The number of `sharedText`, before what was packed with it. */
const bySharedText = 1;
/** A higher level makes no answer smaller. An answer fits into one chunk: the usual ones of 16 kB are made for each, and thrown away. */
const options = { level: 6, windowBits: 12, memLevel: 6, chunkSize: 1024, dictionary: Buffer.from(sharedText) };

/** What is written down of an answer: those about records packed, a third of their size; all others as they were said. */
export function keptOf(body: string): Kept {
  if (!body.startsWith(ofRecord)) return { body, packed: null };
  return { body: '', packed: Buffer.concat([Buffer.from([bySharedText]), deflateRawSync(body, options)]) };
}

/** The answer as it was said; null where none is kept any more (`short-answers.ts`). Throws for one that a newer version packed. */
export function saidIn({ body, packed }: Kept): string | null {
  if (packed === null) return body === '' ? null : body;
  if (packed[0] !== bySharedText)
    throw new Error(`An answer is packed in a way (${packed[0]}) that this version does not know`);
  return inflateRawSync(packed.subarray(1), options).toString();
}
