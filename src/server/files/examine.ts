import type { Kysely } from 'kysely';
import type { Finding } from '../database/finding.ts';
import type { Tables } from '../database/tables.ts';
import type { FileFolder } from './store.ts';

/** Files that a row names and the folder lacks, or has in another size. */
export async function examineFiles(db: Kysely<Tables>, folder: FileFolder): Promise<Finding[]> {
  const files = await db.selectFrom('files').select(['id', 'size', 'organization_id']).execute();
  const audios = await db.selectFrom('audios').select(['id', 'size']).execute();
  const blobs = await db.selectFrom('blobs').select(['place as id', 'size', 'organization_id']).execute();
  const found: Finding[] = [];
  for (const { id, size, ...owner } of [
    ...files,
    ...blobs,
    ...audios.map((row) => ({ ...row, organization_id: '' })),
  ]) {
    if ((await folder.sizeOf(id)) === size) continue;
    found.push({ kind: 'file', organizationId: owner.organization_id, file: id });
  }
  return found;
}
