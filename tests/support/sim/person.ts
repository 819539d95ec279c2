import { unsexedIdOf } from '../../../src/domain/farm/unsexed.ts';
import type { Result } from '../../../src/domain/result.ts';
import type { SaveProblem, Saved } from '../../../src/app/sync/farm.ts';
import type { Tab } from './device.ts';
import type { Acknowledged, Watched } from './invariants.ts';
import type { FarmIds } from './sim-farm.ts';
import type { World } from './world.ts';

type Told = Pick<Acknowledged, 'act' | 'subject'>;

const date = '2026-11-21';

/** What somebody does next on this phone, by chance; null when the phone said no. */
export async function personActs(
  world: World,
  tab: Tab,
  { saved, deleted }: Pick<Watched, 'saved' | 'deleted'>,
  ids: FarmIds,
): Promise<Acknowledged | null> {
  const { acts, views } = tab.farm;
  const lots = (await views.lots()).map((view) => view.lot.id);
  const lot_id = world.pick(lots) ?? ids.ombu;
  const movement = async (
    type: 'BIRTH' | 'RAIN' | 'DEATH' | 'SELL' | 'BUY',
    body: object,
  ): Promise<Acknowledged | null> =>
    told(await acts.recordMovement(type, { date, ...body }), { act: 'create', subject: 'movement' });
  const heads = (type: string): { type: string; count: number }[] => [
    { type, count: 1 + Math.floor(world.random() * 5) },
  ];
  const recorded = saved.filter((act) => act.act === 'create' && act.subject === 'movement');
  const listed = (await views.lastTen()).filter((view) => !view.movement.deleted && view.pendingOp === null);
  const some = world.pick(recorded)?.entityId ?? world.pick(listed)?.key;

  switch (Math.floor(world.random() * 11)) {
    case 0:
      return movement('BIRTH', { lot_id, rodeo_id: ids.cria, animals: heads(ids.ternero) });
    case 1:
      return movement('BIRTH', { lot_id, rodeo_id: ids.cria, animals: heads(unsexedIdOf(tab.farm.organizationId)) });
    case 2:
      return movement('RAIN', { campo_id: ids.sur, mm: Math.floor(world.random() * 50) });
    case 3:
      return movement('DEATH', { lot_id, rodeo_id: ids.cria, animals: heads(ids.vaca) });
    case 4:
      return movement('SELL', { lot_id, rodeo_id: ids.cria, animals: heads(ids.vaca) });
    case 5:
      return movement('BUY', { lot_id, rodeo_id: ids.invernada, animals: heads(ids.novillito) });
    case 6: {
      const animals = world.happens(0.5) ? heads(ids.vaca) : [];
      const form = { name: `Lote ${world.steps}`, hectares: 20, animals };
      return told(await acts.createLot(form), { act: 'create', subject: 'lot' });
    }
    case 7:
      return told(await acts.editLot(lot_id, { name: `Lote ${world.steps}` }), { act: 'edit', subject: 'lot' });
    case 8:
    case 9: {
      if (some === undefined) return null;
      const type = (await views.movement(some))?.movement.type;
      const body = type === 'RAIN' ? { mm: 7 } : { lot_id, rodeo_id: ids.cria, animals: heads(ids.vaca) };
      return told(await acts.editMovement(some, { date, ...body }), { act: 'edit', subject: 'movement' });
    }
    default:
      if (some === undefined) return null;
      // From here on it may be gone, also when the tab dies before it can say so.
      deleted.add(some);
      return told(await acts.deleteMovement(some), { act: 'delete', subject: 'movement' });
  }
}

const told = (outcome: Result<Saved, SaveProblem>, act: Told): Acknowledged | null =>
  outcome.ok ? { ...act, ...outcome.value } : null;
