import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { OperationRow } from './tables.ts';

type Kept = Pick<OperationRow, 'body' | 'packed'>;

/** Nearly all stored answers begin so. */
const ofRecord = '{"movement":';

/** The compression dictionary. Stored answers need it, so it never changes; a better one gets its own number. */
const sharedText =
  '{"purpose":"head_count":"weight_kg":"total_kg":"average_kg":"unit_price":"total_price":"total":"product":"dose":"unit":"supplies":[' +
  '"reproductive_cycle_id":"notes":"was":{"review":{"reasons":["cells"],"offline":true,"mm":"intensity":"cause":"count":1}],"carried_by":' +
  '{"movement":{"id":"","cid":"","type":"","date":"202","count":{"":1},"rodeoId":null,"rodeoId":"","detail":null,"reference":"1 ternero · ' +
  '","animals":[{"type":"","count":1}],"organization_id":"","created_by":"","created_at":"202T00:00:00.000Z","synced_at":"202T00:00:00.000Z",' +
  '"updated_at":"202T00:00:00.000Z","version":1,"deleted":false,"metadata":{"rodeo_id":"","lot_id":"","unit_price":"000.00","deletedBy":null,' +
  '"deletedAt":null,"editHistory":[],"postings":[{"lot_id":"","rodeo_id":"","category_id":"","head":1}]}}}';

/** Prefixed to what was packed with `sharedText`. */
const bySharedText = 1;
/** A higher level saves nothing. One chunk holds an answer; the default of 16 kB would be allocated for each. */
const options = { level: 6, windowBits: 12, memLevel: 6, chunkSize: 1024, dictionary: Buffer.from(sharedText) };

/** An answer as stored: those about records packed to a third, others as they are. */
export function keptOf(body: string): Kept {
  if (!body.startsWith(ofRecord)) return { body, packed: null };
  return { body: '', packed: Buffer.concat([Buffer.from([bySharedText]), deflateRawSync(body, options)]) };
}

/** The stored answer; null where it was shortened (`short-answers.ts`). Throws for a newer version's packing. */
export function saidIn({ body, packed }: Kept): string | null {
  if (packed === null) return body === '' ? null : body;
  if (packed[0] !== bySharedText)
    throw new Error(`An answer is packed in a way (${packed[0]}) that this version does not know`);
  return inflateRawSync(packed.subarray(1), options).toString();
}
