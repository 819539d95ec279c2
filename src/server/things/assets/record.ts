import { dayAt, lateDay, recordedKind, type ReviewReason } from '../../../domain/index.ts';
import type { RecordedType } from '../../../domain/movements/types.ts';
import { entriesOf } from '../../../domain/supplies/uses.ts';
import type { AssetRow } from '../../database/tables-office.ts';
import { type Call, type Commit, refuse } from '../../kernel/call.ts';
import { namesOf } from '../../herd/present/names.ts';
import { writeMovement } from '../../herd/book/write-movement.ts';

type Payload = Readonly<Record<string, unknown>>;

interface StockRecord {
  readonly id: string;
  readonly type: RecordedType;
  readonly payload: Payload;
  readonly isFieldRecord: boolean;
  readonly reasons?: readonly ReviewReason[];
}

/** Records a stock movement of a kind, edited and deleted like any other. */
export async function record(
  call: Call,
  commit: Commit,
  asset: AssetRow,
  stock: StockRecord,
): Promise<Record<string, unknown>> {
  const { id, type, payload, isFieldRecord, reasons = [] } = stock;
  const kind = recordedKind(type) ?? refuse('SERVER_ERROR');
  const issues = lateDay(payload.date, dayAt(call.now));
  if (issues.length > 0) refuse('INVALID_BODY', { issues });
  const { entries } = kind.supplies
    ? entriesOf(kind.supplies, payload, new Map([[asset.id, asset]]))
    : refuse('SERVER_ERROR');
  return await writeMovement(call, commit, {
    id,
    type,
    date: String(payload.date),
    lot: null,
    rodeo: null,
    payload,
    animals: [],
    postings: [],
    reference: kind.summary(payload, await namesOf(commit.trx, commit.organizationId)),
    review: reasons.length > 0 ? { reasons } : null,
    isFieldRecord,
    supplies: entries,
  });
}
