import { serverSentences } from '../../../contract/sentences-server.ts';
import type { RecordedKind } from '../../../domain/movements/define.ts';
import type { Payload } from '../../../domain/index.ts';
import { fromThousandths } from '../../../domain/supplies/stock.ts';
import type { SupplyEntry } from '../../../domain/supplies/uses.ts';
import type { MovementRow } from '../../database/tables.ts';
import { type Call, type Commit, refuse } from '../../kernel/call.ts';
import { nameSupplies, stockSentence } from '../book/name-supplies.ts';
import { namesOf } from '../present/names.ts';
import { findStockShortage, type StockShortage, suppliesOf } from '../book/supply-stock.ts';
import type { Ready } from './prepared.ts';
import { refuseLater } from './changeable.ts';

/** A record with its stock entries. */
export interface Settled extends Ready {
  readonly supplies: readonly SupplyEntry[];
}

/** Resolves a record's items and their stock entries. May make an item, so rule out a repeat first. */
export async function settleSupplies(
  call: Call,
  commit: Commit,
  kind: RecordedKind,
  ready: Ready,
  earlier: Payload | null,
): Promise<Settled> {
  if (!kind.supplies) return { ...ready, supplies: [] };
  const { isFieldRecord } = ready;
  const named = await nameSupplies(call, commit, kind.supplies, ready.payload, { isFieldRecord, earlier });
  return {
    ...ready,
    payload: named.payload,
    namesGone: ready.namesGone || named.missing,
    reference: kind.summary(named.payload, await namesOf(commit)),
    supplies: named.entries,
  };
}

const dated = (entries: readonly Pick<SupplyEntry, 'asset_id' | 'thousandths'>[], day: string, sign: 1 | -1) =>
  entries.map(({ asset_id, thousandths }) => ({ asset_id, day, thousandths: sign * thousandths }));

/** Refuses to use more than the stock from the office, unless confirmed (domain.md §2.5). */
export async function refuseStockShortage(commit: Commit, settled: Settled): Promise<void> {
  if (settled.isFieldRecord || settled.payload.confirmed === true) return;
  const day = String(settled.payload.date);
  const shortage = await findStockShortage(commit, dated(settled.supplies, day, 1));
  if (shortage) await refuseShort(commit, shortage);
}

async function refuseShort(commit: Commit, shortage: StockShortage): Promise<never> {
  return refuse('NOT_ENOUGH_STOCK', {
    message: await stockSentence(commit, shortage),
    parts: { asset_id: shortage.asset_id, missing: fromThousandths(shortage.missing) },
  });
}

/** Refuses a change from the office that leaves later days short; for an intake it names who used it since. */
export async function refuseStockDependents(commit: Commit, row: MovementRow, settled: Settled | null): Promise<void> {
  const before = await suppliesOf(commit.trx, row.id);
  const after = settled?.supplies ?? [];
  const day = settled ? String(settled.payload.date) : row.date;
  const shortage = await findStockShortage(commit, [...dated(before, row.date, -1), ...dated(after, day, 1)]);
  if (!shortage) return;
  const isIntake = before.some((line) => line.thousandths > 0);
  if (!isIntake) {
    if (settled?.payload.confirmed !== true) await refuseShort(commit, shortage);
    return;
  }
  const later = await commit.trx
    .selectFrom('asset_entries')
    .innerJoin('movements', 'movements.id', 'asset_entries.movement_id')
    .select(['movements.id', 'movements.type', 'movements.date', 'movements.reference'])
    .where('asset_entries.organization_id', '=', commit.organizationId)
    .where('asset_entries.asset_id', '=', shortage.asset_id)
    .where('asset_entries.thousandths', '<', 0)
    .where('asset_entries.date', '>=', row.date)
    .where('movements.id', '!=', row.id)
    .orderBy('movements.date')
    .limit(20)
    .execute();
  refuseLater(later, serverSentences.suppliesGone);
}
