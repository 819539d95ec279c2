import { recordedKind, sumOf } from '../../../domain/index.ts';
import { asset as intake, assetConsumption as use } from '../../../domain/movements/kinds/supplies.ts';
import { byMoment, type Moment } from '../../../domain/movements/recount.ts';
import { statedIn } from '../../../domain/supplies/stock-count.ts';
import { type EntryKind, fromThousandths } from '../../../domain/supplies/stock.ts';
import { type MovementRow, rowsWhere } from '../../database/tables.ts';
import { type Call, type Commit, refuse } from '../../kernel/call.ts';
import { isoOf, setRow } from '../../rows/stored.ts';
import { announceChange, namesOf } from '../present/present-movement.ts';
import { momentOf } from './recounts.ts';

type Payload = Readonly<Record<string, unknown>>;

const adjustment: EntryKind = 'ajuste';

interface Line {
  readonly id: string;
  readonly date: string;
  readonly created_at: string;
  readonly kind: string;
  readonly thousandths: number;
}

/** The entries of an item, each with the moment of its record. */
const linesOf = ({ trx, organizationId }: Commit, assetId: string) =>
  trx
    .selectFrom('asset_entries')
    .innerJoin('movements', 'movements.id', 'asset_entries.movement_id')
    .where('asset_entries.organization_id', '=', organizationId)
    .where('asset_entries.asset_id', '=', assetId)
    .select(['movements.id', 'movements.date', 'movements.created_at', 'kind', 'thousandths']);

/** Of one instant, what came in or was used is before what was counted. */
function isBefore(line: Line, moment: Moment): boolean {
  const isOfInstant = line.date === moment.date && line.created_at === moment.at;
  return isOfInstant && line.kind !== adjustment ? line.id !== moment.id : byMoment(momentOf(line), moment) < 0;
}

const before = (lines: readonly Line[], moment: Moment): number =>
  sumOf(lines, (line) => (isBefore(line, moment) ? line.thousandths : 0));

/** What the book has of an item before a moment, in thousandths. */
export const stockBefore = async (commit: Commit, assetId: string, moment: Moment): Promise<number> =>
  before(await linesOf(commit, assetId).execute(), moment);

/** The kind of an adjustment; of none the one it has. */
export const kindOfDifference = (thousandths: number, otherwise: string): string =>
  thousandths === 0 ? otherwise : thousandths > 0 ? intake.type : use.type;

type CountRow = Pick<MovementRow, 'id' | 'type' | 'date' | 'created_at' | 'payload' | 'version'>;

interface Changed {
  /** The record that changed the book. */
  readonly id: string;
  /** The earlier of its days before and after. */
  readonly date: string;
}

/** The counts of a whole item from a record on, oldest first. Mostly there are none. */
async function countsSince(commit: Commit, assetId: string, changed: Changed): Promise<readonly CountRow[]> {
  const found = await linesOf(commit, assetId)
    .where('asset_entries.date', '>=', changed.date)
    .where('asset_entries.kind', '=', adjustment)
    .select(['movements.type', 'movements.payload', 'movements.version'])
    .execute();
  const counts = found.filter(({ payload }) => statedIn(JSON.parse(payload) as Payload) !== null);
  if (counts.length === 0) return [];
  const { created_at } = await rowsWhere(commit.trx, 'movements', { id: changed.id })
    .select('created_at')
    .executeTakeFirstOrThrow();
  const since = momentOf({ ...changed, created_at });
  return counts
    .filter((count) => byMoment(momentOf(count), since) >= 0)
    .toSorted((one, other) => byMoment(momentOf(one), momentOf(other)));
}

/**
 * Derives the counts of an item after a change of its book (decision 77): counted, less the book before the count. Gives what that adds to
 * the item's stock, in thousandths.
 */
export async function followStockCounts(
  call: Call,
  commit: Commit,
  assetId: string,
  changed: Changed,
): Promise<number> {
  const counts = await countsSince(commit, assetId, changed);
  if (counts.length === 0) return 0;
  let lines: readonly Line[] = await linesOf(commit, assetId).execute();
  let added = 0;
  for (const count of counts) {
    const payload = JSON.parse(count.payload) as Payload;
    const expected = before(lines, momentOf(count));
    const difference = (statedIn(payload) ?? expected) - expected;
    const own = lines.find(({ id }) => id === count.id);
    if (own === undefined || own.thousandths === difference) continue;
    added += difference - own.thousandths;
    lines = lines.map((line) => (line === own ? { ...line, thousandths: difference } : line));
    await rewrite(call, commit, count, { expected, difference, isOwn: count.id === changed.id });
  }
  return added;
}

interface Derived {
  readonly expected: number;
  readonly difference: number;
  readonly isOwn: boolean;
}

/** Stores a count as it is derived now. Nobody edited it, so no history. */
async function rewrite(
  call: Call,
  commit: Commit,
  row: CountRow,
  { expected, difference, isOwn }: Derived,
): Promise<void> {
  const type = kindOfDifference(difference, row.type);
  const kind = recordedKind(type) ?? refuse('SERVER_ERROR');
  const payload = {
    ...(JSON.parse(row.payload) as Payload),
    expected: fromThousandths(expected),
    quantity: fromThousandths(Math.abs(difference)),
  };
  await commit.trx
    .updateTable('asset_entries')
    .set({ thousandths: difference })
    .where('organization_id', '=', commit.organizationId)
    .where('movement_id', '=', row.id)
    .execute();
  await setRow(commit, 'movements', row.id, {
    type,
    payload: JSON.stringify(payload),
    reference: kind.summary(payload, await namesOf(commit)),
    updated_at: isoOf(call),
    ...(!isOwn && { version: row.version + 1 }),
  });
  commit.touch('movements', row.id);
  if (!isOwn) await announceChange(commit, row.id);
}
