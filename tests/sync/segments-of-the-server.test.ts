import { beforeEach, describe, expect, test } from 'vitest';
import type { Request } from '../../src/app/net/reply.ts';
import type { FarmStore } from '../../src/app/store/store.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import type { PersonName } from '../support/server.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';
import { stores } from '../support/stores.ts';

type Call = Omit<Request, 'token'>;

let farm: FieldFarm;
const price = '18512345.67';
beforeEach(async () => {
  farm = await createFieldFarm();
  await farm.record('ana', 'sell', {
    date: '2026-08-01',
    lot_id: farm.lots.bajo,
    rodeo_id: farm.rodeos.invernada,
    animals: [{ type: farm.cat('Novillito'), count: 3 }],
    buyer: 'Frigorífico Norte',
    total: price,
  });
  for (const month of ['05', '06', '07']) await rain(`2026-${month}-03`);
});

const rain = async (date: string, mm = 1): Promise<void> => {
  expect((await farm.record('ana', 'weather/rain', { date, mm })).status).toBe(200);
};
const isSegment = ({ path }: Call): boolean => path.includes('/history/');
const noSignal = { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: 'no signal' } as const;

/** What its screens have: records in their newest state, animals and rain. */
async function held({ farm: { views } }: ServerPhone) {
  const { items } = await views.page({}, null, 500);
  return {
    movements: items.map(({ movement: { id, version, metadata } }) => ({ id, version, metadata })),
    stock: await views.stock(),
  };
}

/** A phone whose server knows no segments. */
const byPages = (who: PersonName): ServerPhone => {
  const phone: ServerPhone = openServerPhone(farm, who, {
    onCall: (call) => {
      if (call.query?.['segments'] !== undefined) delete (call.query as Record<string, string>)['segments'];
      return null;
    },
  });
  return phone;
};

describe('A phone that loads its history by segments', () => {
  test.each(['ana', 'beto', 'caro'] as const)('has what one has that goes by pages, and no more: %s', async (who) => {
    const asked: Call[] = [];
    const phone = openServerPhone(farm, who, { onCall: (call) => (asked.push(call), null) });
    await phone.meet();
    expect(asked.filter(isSegment).length).toBeGreaterThanOrEqual(4);
    const other = byPages(who);
    await other.meet();
    expect(await held(phone)).toEqual(await held(other));
    expect(JSON.stringify(await held(phone)).includes(price)).toBe(who !== 'caro');
  });

  test.each(stores)(
    'is whole after its tab was killed at every second segment, while others went on recording, %s',
    async (_name, openStore: () => FarmStore) => {
      const store = openStore();
      for (let tab = 0; tab < 6; tab += 1) {
        let segments = 0;
        const phone = openServerPhone(farm, 'beto', {
          store,
          onCall: (call) => (isSegment(call) && (segments += 1) > 2 ? noSignal : null),
        });
        await phone.meet();
        await rain(`2026-0${5 + (tab % 3)}-1${tab}`);
      }
      const last = openServerPhone(farm, 'beto', { store });
      await last.meet();
      const other = byPages('beto');
      await other.meet();
      expect(await held(last)).toEqual(await held(other));
    },
  );

  test('asks again for the names of what is kept no more', async () => {
    let thrownAway = 0;
    const asked: Call[] = [];
    const phone = openServerPhone(farm, 'ana', {
      onCall: (call) => {
        asked.push(call);
        if (!isSegment(call) || thrownAway > 0) return null;
        thrownAway += 1;
        return noSignal;
      },
    });
    await phone.meet();
    await farm.db.deleteFrom('history_segments').where('organization_id', '=', farm.organizationId).execute();
    await farm.db.deleteFrom('history_bases').where('organization_id', '=', farm.organizationId).execute();
    asked.length = 0;
    await phone.meet();
    expect(asked.filter(({ path }) => path.endsWith('/snapshot'))).toHaveLength(1);
    const other = byPages('ana');
    await other.meet();
    expect(await held(phone)).toEqual(await held(other));
  });

  test('says no price to a hand who was one of the office when the load began', async () => {
    const giveRole = async (role: string): Promise<void> => {
      const body = { organization_id: farm.organizationId, role, email: 'caro@campo.test' };
      const path = `/api/organization/user/${farm.userIds.caro}/role`;
      expect((await farm.as('ana', 'PATCH', path, body)).status).toBe(200);
    };
    await giveRole('admin');
    let segments = 0;
    const phone = openServerPhone(farm, 'caro', {
      onCall: (call) => (isSegment(call) && (segments += 1) === 2 ? noSignal : null),
    });
    await phone.meet();
    await giveRole('user');
    await phone.meet();
    const other = byPages('caro');
    await other.meet();
    expect(await held(phone)).toEqual(await held(other));
    expect(JSON.stringify(await held(phone))).not.toContain(price);
  });
});
