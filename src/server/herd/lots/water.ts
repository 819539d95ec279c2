import { sentences } from '../../../contract/sentences.ts';
import { serverSentences } from '../../../contract/sentences-server.ts';
import { dayAt } from '../../../domain/dates.ts';
import { waterLevels } from '../../../domain/farm/places.ts';
import { lateDay } from '../../../domain/movements/prepare.ts';
import { type Answer, type Call, type Commit, refuse } from '../../kernel/call.ts';
import { rowOf } from '../../rows/stored.ts';
import { writeStructure } from '../book/write-movement.ts';

interface WaterSeen {
  readonly id: string;
  readonly water: keyof typeof waterLevels;
  readonly water_on: string;
}

/** Records how a lot's water was found. An older sighting that arrives late is logged only. */
export const lotWater =
  (newId: () => string, shownLot: (commit: Commit, id: string) => Promise<Record<string, unknown>>) =>
  async (call: Call<WaterSeen>, commit: Commit): Promise<Answer> => {
    const { id, water, water_on } = call.body;
    const row = await rowOf(commit, 'lots', id, sentences.lotNotFound);
    if (row.deleted === 1) return refuse('NOT_FOUND', { message: sentences.lotNotFound });
    const [late] = lateDay(water_on, dayAt(call.now));
    if (late) return refuse('INVALID_BODY', { issues: [{ ...late, path: 'water_on' }] });
    const isNewest = water_on >= (row.water_on ?? '');
    if (isNewest) {
      await commit.trx
        .updateTable('lots')
        .set({ water, water_on, updated_at: new Date(call.now).toISOString(), version: row.version + 1 })
        .where('id', '=', id)
        .execute();
      commit.touch('lots', id);
    }
    await writeStructure(call, commit, newId(), ['lot', 'changed'], {
      lot: id,
      reference: serverSentences.waterSeen(row.name, waterLevels[water]),
      payload: { before: { water: row.water, water_on: row.water_on }, after: { water, water_on } },
    });
    const lot = await shownLot(commit, id);
    if (isNewest) commit.announce('lot-updated', { lot });
    return { message: sentences.success, lot };
  };
