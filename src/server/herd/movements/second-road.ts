import { isDeepStrictEqual } from 'node:util';
import type { MovementRow } from '../../database/tables.ts';
import type { Call, Commit } from '../../kernel/call.ts';
import { appendEdit } from '../book/edit-history.ts';
import { presentStored } from '../book/write-movement.ts';
import { marked } from './questions.ts';

type Payload = Readonly<Record<string, unknown>>;

/** Sent with a record, but not part of its content. */
const beside = new Set(['cid', 'recorded_at', 'offline', 'adds_to', 'invoice_id']);

const says = (stored: string, said: Payload): boolean => {
  const kept = JSON.parse(stored) as Payload | null;
  return Object.entries(said).every(
    ([name, value]) => beside.has(name) || isDeepStrictEqual(kept?.[name] ?? null, value ?? null),
  );
};

/**
 * The same record under another key, refused once and corrected on two devices. The first to arrive stands (domain.md
 * §3.0, 6); the second's content is kept for the office. No key means a retry; another's name, no correction.
 */
export async function keepOtherWords(call: Call, commit: Commit, row: MovementRow, said: Payload): Promise<void> {
  if (call.key === null || row.created_by !== call.actor?.userId) return;
  const edits = await commit.trx
    .selectFrom('edits')
    .select(['before', 'after'])
    .where('movement_id', '=', row.id)
    .execute();
  const refused = await commit.trx
    .selectFrom('refused')
    .select('body')
    .where('organization_id', '=', commit.organizationId)
    .where('cid', '=', row.id)
    .execute();
  // Nor is what the office already saw when it decided.
  const known = [
    row.payload,
    ...edits.flatMap(({ before, after }) => [before, after]),
    ...refused.map(({ body }) => body),
  ];
  if (known.some((stored) => says(stored, said))) return;
  await appendEdit(call, commit, row, said);
  await commit.trx
    .updateTable('movements')
    .set(marked(call, row, ['conflict']))
    .where('id', '=', row.id)
    .execute();
  commit.touch('movements', row.id);
  const [movement] = await presentStored(commit, [row.id]);
  commit.announce('movement-updated', { movement });
}
