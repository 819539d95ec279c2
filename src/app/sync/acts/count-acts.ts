import { byId } from '#domain/rows.ts';
import { assetEndpoints } from '#contract/endpoints/assets.ts';
import { fillPath } from '#contract/endpoint.ts';
import { offlineSentences } from '#contract/sentences-offline.ts';
import { dayAt } from '#domain/dates.ts';
import { asset as intake, assetConsumption as use } from '#domain/movements/kinds/supplies.ts';
import { failure } from '#domain/result.ts';
import { stocktakeForm } from '#domain/supplies/asset.ts';
import { issuesOf } from '#domain/validation.ts';
import { countOp, saveCount } from './count.ts';
import { countAnimals } from './count-animals.ts';
import { editCount } from './edit-count.ts';
import type { FarmActs, Outcome, Typed } from '../farm.ts';
import { guarded } from './guarded.ts';
import { type ActPorts, gone, invalid, recordedNow } from './saving.ts';

/** An item's book balance: negative where more was used than came in. */
const totalOf = (asset: Typed): number => Number(asset.quantity) - Number(asset.missing ?? 0);

async function countSupplies(ports: ActPorts, typed: Typed, draftKey?: string): Promise<Outcome> {
  const { store, recorder } = ports;
  const parsed = stocktakeForm.safeParse(typed);
  if (!parsed.success) return failure(invalid(issuesOf(parsed.error.issues)));
  const picture = await store.picture(recorder.organizationId, { things: ['assets'] });
  const asset = byId(picture.things.get('assets'), parsed.data.asset_id);
  if (!asset) return failure(gone);
  const { counted, batch, expected = totalOf(asset), date = dayAt(recorder.clock.now()) } = parsed.data;
  if (counted === expected) return failure(invalid([{ path: 'counted', message: offlineSentences.sameStock }]));
  const op = countOp(recorder, {
    type: counted > expected ? intake.type : use.type,
    path: fillPath(assetEndpoints.adjustAsset.path, { org: recorder.organizationId }),
    body: { ...parsed.data, expected, date, recorded_at: recordedNow(recorder) },
    shown: {
      date,
      asset_id: asset.id,
      name: asset.name,
      unit: asset.unit,
      quantity: Math.abs(Math.round((counted - expected) * 1000) / 1000),
      entry_kind: 'ajuste',
      counted,
      expected,
      ...(batch && { batch }),
    },
    postings: [],
  });
  return saveCount(ports, draftKey, op);
}

/** Counts: of a lot's animals, of one category in it, of a store-room item. */
export const countActs = (ports: ActPorts): Pick<FarmActs, 'countAnimals' | 'editCount' | 'countSupplies'> => ({
  countAnimals: (form, draftKey, corrects) => guarded(() => countAnimals(ports, form, draftKey, corrects)),
  editCount: (form, draftKey) => guarded(() => editCount(ports, form, draftKey)),
  countSupplies: (form, draftKey) => guarded(() => countSupplies(ports, form, draftKey)),
});
