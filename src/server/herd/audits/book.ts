import { auditSummary } from '../../../domain/movements/audit.ts';
import type { MovementRow } from '../../database/tables.ts';
import { bookLines, type Guard } from '../book/book-lines.ts';
import type { Call, Commit } from '../../kernel/call.ts';
import { appendEdit } from '../book/edit-history.ts';
import { postingsOf } from '../book/ledger.ts';
import { namesOf } from '../present/names.ts';
import { reviewIn } from '../book/review-mark.ts';
import { presentStored } from '../book/write-movement.ts';
import { auditOf, cellsIn, type Content, linesOf, ownPostings, reasonsOf } from './record.ts';

interface Written {
  readonly content: Content;
  readonly date: string;
  readonly lot: string | null;
  readonly rodeo: string | null;
  readonly was: string | null;
  readonly guard?: Guard | undefined;
}

/** Writes a changed count over its movement, with its history, and reposts it. */
export async function book(call: Call, commit: Commit, row: MovementRow, written: Written): Promise<void> {
  const { content, date, lot, rodeo, was, guard } = written;
  await appendEdit(call, commit, row, content);
  const review = reviewIn(row.review);
  const rest = review.reasons.filter((reason) => reason !== 'role' && reason !== 'missing_reference');
  const reasons = [...rest, ...reasonsOf(content.state, was !== null)];
  const { detail } = content;
  await commit.trx
    .updateTable('movements')
    .set({
      date,
      lot_id: lot,
      rodeo_id: rodeo,
      was,
      detail: typeof detail === 'string' ? detail : null,
      payload: JSON.stringify(content),
      animals: JSON.stringify(linesOf(content)),
      reference: auditSummary(content, await namesOf(commit.trx, commit.organizationId)),
      review: reasons.length > 0 ? JSON.stringify({ ...review, reasons }) : null,
      updated_at: new Date(call.now).toISOString(),
      version: row.version + 1,
    })
    .where('id', '=', row.id)
    .execute();
  commit.touch('movements', row.id);
  await bookLines(
    call,
    commit,
    { ...row, date },
    {
      before: await postingsOf(commit.trx, row.id),
      after: ownPostings(content),
      wasOn: row.date,
      besides: [...cellsIn(auditOf(row)), ...cellsIn(content)],
      guard,
    },
  );
  const [movement] = await presentStored(commit, [row.id]);
  commit.announce('movement-updated', { movement });
}
