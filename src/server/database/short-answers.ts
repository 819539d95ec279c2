import { saidIn } from './operations.ts';
import { writeIn } from './scope.ts';
import { type Db, type OperationRow, rowsWhere, updateWhere } from './tables.ts';

/** No phone waits so long; later repeats only hear that it was applied. */
const keptWholeMs = 90 * 24 * 3_600_000;
/** Small steps let others write in between. */
const mostAtOnce = 200;

interface Roads {
  readonly all: Db;
  readonly farm: Db;
}

/**
 * Cuts answers to records older than 90 days to key, fingerprint and result (wire.md §Everywhere); keys stay for ever, so a repeat counts once.
 * Answers about things stay whole, for `rows/other-words.ts`. Returns how many; `pause` runs between steps.
 */
export async function shortenAnswers(
  { all, farm }: Roads,
  now: number,
  pause: () => Promise<unknown>,
): Promise<number> {
  const before = new Date(now - keptWholeMs).toISOString();
  const farms = await all
    .selectFrom('organizations')
    .select(['id', 'answers_short_to as from'])
    .whereRef('answers_short_to', '<', 'seq')
    .execute();
  let shortened = 0;
  for (const { id, from } of farms) {
    for (let at: number | null = from; at !== null;) {
      const step: Step = await shortenSome(farm, id, { from: at, before });
      shortened += step.shortened;
      at = step.next;
      if (at !== null) await pause();
    }
  }
  return shortened;
}

interface Step {
  readonly shortened: number;
  readonly next: number | null;
}

const shortenSome = (
  db: Db,
  organizationId: string,
  { from, before }: { readonly from: number; readonly before: string },
): Promise<Step> =>
  writeIn(db, organizationId, async (trx) => {
    const rows = await rowsWhere(trx, 'operations', { scope: organizationId })
      .select(['key', 'seq', 'body', 'packed', 'received_at'])
      .where('seq', '>', from)
      .orderBy('seq')
      .limit(mostAtOnce)
      .execute();
    const young = rows.findIndex(({ received_at }) => received_at >= before);
    const old = young < 0 ? rows : rows.slice(0, young);
    const last = old.at(-1)?.seq ?? null;
    if (last === null) return { shortened: 0, next: null };
    const keys = old.filter(isOfRecord).map(({ key }) => key);
    if (keys.length > 0)
      await updateWhere(trx, 'operations', { scope: organizationId })
        .set({ body: '', packed: null })
        .where('key', 'in', keys)
        .execute();
    await updateWhere(trx, 'organizations', { id: organizationId })
      .set({ answers_short_to: last })
      .where('answers_short_to', '<', last)
      .execute();
    return { shortened: keys.length, next: old.length === mostAtOnce ? last : null };
  });

function isOfRecord(row: Pick<OperationRow, 'body' | 'packed'>): boolean {
  const said = saidIn(row);
  if (said === null) return false;
  const told = Object.entries(JSON.parse(said) as Readonly<Record<string, unknown>>);
  const things = told.filter(([, part]) => typeof part === 'object' && part !== null);
  return things.length === 1 && things[0]?.[0] === 'movement';
}
