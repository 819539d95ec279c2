import { sentences } from '../../../contract/sentences.ts';
import type { Posting } from '../../../domain/movements/ledger.ts';
import { headsOf } from '../../../domain/text.ts';
import { type Answer, type Call, type Commit, type Handlers, write } from '../../frame/call.ts';
import { cellsOf } from '../../frame/ledger.ts';
import { namesOf } from '../../frame/names.ts';
import { categoryOf, rowOf } from '../../frame/stored.ts';
import { writeSystemMovement } from '../../frame/write-movement.ts';

interface AnimalOf {
  readonly lot_id: string;
  readonly animal_type: string;
  readonly cid?: string;
}
type ShownLot = (commit: Commit, id: string) => Promise<Record<string, unknown>>;

/**
 * Books a difference of a category in a lot, over the rodeos that stand there: taken from the fullest first, added to the fullest.
 * An absolute count merges with nobody else's; a difference does (architecture.md, the herd is a ledger).
 */
function spread(
  cells: readonly { rodeo: string | null; head: number }[],
  difference: number,
): { rodeo: string | null; head: number }[] {
  const fullest = cells.toSorted((a, b) => b.head - a.head);
  const first = fullest[0]?.rodeo ?? null;
  if (difference >= 0) return difference === 0 ? [] : [{ rodeo: first, head: difference }];
  const lines: { rodeo: string | null; head: number }[] = [];
  let left = -difference;
  for (const cell of fullest) {
    const taken = Math.min(left, Math.max(0, cell.head));
    if (taken > 0) lines.push({ rodeo: cell.rodeo, head: -taken });
    left -= taken;
  }
  // More taken than there is shows as a cell below zero, to be looked at: never cut (domain.md §3.0).
  return left > 0 ? [...lines, { rodeo: first, head: -left }] : lines;
}

async function bookDifference(
  call: Call<AnimalOf & { readonly reason?: string }>,
  commit: Commit,
  difference: (heads: number) => number,
  newId: () => string,
): Promise<void> {
  const { lot_id: lot, animal_type, cid, reason } = call.body;
  const row = await rowOf(commit, 'lots', lot, sentences.lotNotFound);
  const category = await categoryOf(commit, animal_type, 'animal_type');
  if (cid && (await commit.trx.selectFrom('movements').select('id').where('id', '=', cid).executeTakeFirst())) return;
  const cells = (await cellsOf(commit.trx, commit.organizationId, lot)).filter((cell) => cell.category === category);
  const heads = cells.reduce((sum, cell) => sum + cell.head, 0);
  const lines = spread(cells, difference(heads));
  if (lines.length === 0) return;
  const net = lines.reduce((sum, line) => sum + line.head, 0);
  const names = await namesOf(commit.trx, commit.organizationId);
  const postings: Posting[] = lines.map((line) => ({ lot, category, ...line }));
  await writeSystemMovement(call, commit, cid ?? newId(), 'AUDIT_RECORD', {
    lot,
    reference: `Recuento en ${row.name}: ${net > 0 ? '+' : '−'}${headsOf(Math.abs(net), names.category(category))}`,
    payload: { kind: 'recount', before: heads, after: heads + net, ...(reason && { reason }) },
    animals: [{ type: category, count: Math.abs(net) }],
    postings,
  });
}

/** Animals of a lot by category: each of these leaves a record, none changes a count in silence (product.md §7, domain.md §1.2). */
export function lotAnimalHandlers(newId: () => string, shownLot: ShownLot): Handlers {
  const answer = async (commit: Commit, lotId: string, message: string): Promise<Answer> => {
    const lot = await shownLot(commit, lotId);
    commit.announce('animal-updated', { lot });
    return { message, lot };
  };
  return {
    deleteLotAnimal: write<AnimalOf>(async (call, commit) => {
      await bookDifference(call, commit, (heads) => -heads, newId);
      return await answer(commit, call.body.lot_id, sentences.animalDeleted);
    }),
    updateLotAnimal: write<AnimalOf & { count: number; base_count?: number; reason?: string }>(async (call, commit) => {
      const { count, base_count } = call.body;
      await bookDifference(call, commit, (heads) => count - (base_count ?? heads), newId);
      return await answer(commit, call.body.lot_id, sentences.success);
    }),
  };
}
