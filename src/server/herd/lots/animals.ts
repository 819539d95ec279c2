import { sentences } from '../../../contract/sentences.ts';
import { count } from '../../../domain/movements/kinds/system.ts';
import type { Posting } from '../../../domain/movements/ledger.ts';
import { spread } from '../../../domain/movements/spread.ts';
import { headsOf } from '../../../domain/text.ts';
import { type Answer, type Call, type Commit, type EndpointHandlers, write } from '../../kernel/call.ts';
import { cellsOf } from '../book/ledger.ts';
import { namesOf } from '../present/names.ts';
import { recordedAt } from '../book/recorded-at.ts';
import { categoryOf, rowOf } from '../../rows/stored.ts';
import { writeSystemMovement } from '../book/write-movement.ts';

interface AnimalOf {
  readonly lot_id: string;
  readonly animal_type: string;
  readonly cid?: string;
  readonly recorded_at?: string;
}
type ShownLot = (commit: Commit, id: string) => Promise<Record<string, unknown>>;

async function bookDifference(
  call: Call<AnimalOf & { readonly reason?: string }>,
  commit: Commit,
  difference: (heads: number) => number,
  newId: () => string,
): Promise<void> {
  const { lot_id: lot, animal_type, cid, reason, recorded_at } = call.body;
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
  await writeSystemMovement(call, commit, cid ?? newId(), count.type, {
    lot,
    reference: `Recuento en ${row.name}: ${net > 0 ? '+' : '−'}${headsOf(Math.abs(net), names.category(category))}`,
    payload: { kind: 'recount', before: heads, after: heads + net, ...(reason && { reason }) },
    animals: [{ type: category, count: Math.abs(net) }],
    postings,
    ...recordedAt(call, { recorded_at }),
  });
}

/** Changes of a lot's animals by category; each leaves a record (product.md §7, domain.md §1.2). */
export function lotAnimalHandlers(newId: () => string, shownLot: ShownLot): EndpointHandlers {
  const answer = async (commit: Commit, lotId: string, message: string): Promise<Answer> => {
    const lot = await shownLot(commit, lotId);
    commit.announce('animal-updated', { lot });
    return { message, lot };
  };
  return {
    deleteLotAnimal: write(async (call, commit) => {
      await bookDifference(call, commit, (heads) => -heads, newId);
      return await answer(commit, call.body.lot_id, sentences.animalDeleted);
    }),
    updateLotAnimal: write(async (call, commit) => {
      const { count, base_count } = call.body;
      await bookDifference(call, commit, (heads) => count - (base_count ?? heads), newId);
      return await answer(commit, call.body.lot_id, sentences.success);
    }),
  };
}
