// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Reply, Request } from '../../src/app/net/reply.ts';
import type { Session } from '../../src/app/session/session.ts';
import { type Capability, may, permissions, type Standing } from '../../src/domain/people/permissions.ts';
import { calm, fakeFarm, fakeSession, renderScreen } from '../support/fake-farm.tsx';
import { standings } from '../support/standings.ts';
import { asks } from './rights/asks.ts';
import type { Place } from './rights/place.ts';
import { placesOfLand } from './rights/places-of-land.tsx';
import { placesOfTheFarm } from './rights/places-of-the-farm.tsx';
import { placesOfWork } from './rights/places-of-work.tsx';
import { everything } from './rights/things.ts';

const places: readonly Place[] = [...placesOfLand, ...placesOfWork, ...placesOfTheFarm];

/** What is asked where nothing is offered: each with what is looked at instead. */
const offeringNothing: Readonly<Record<string, string>> = {
  'sync/acts/count-animals.ts review': 'what the phone shows of a count until the server has answered',
};

/** Rights of some that no screen offers by asking: each with what decides in its place. */
const decidedElsewhere: Readonly<Partial<Record<Capability, string>>> = {
  'record-unreviewed': 'the server marks the record; its form is everybody’s',
  'see-mails': 'the server sends no address to who may not see it',
  'see-restores': 'the server tells of a restore who may know',
  'close-period': 'no period is closed yet',
};

const links = [
  ['with signal', true],
  ['without signal', false],
] as const;

const marks = { seq: null, epoch: null, replayed: false, serverTimeMs: null };

/** Ana with a standing, as the phone has it; with signal the server tells what it knows of the farm. */
function sessionOf({ role, showsFinance }: Standing, hasSignal: boolean): Session {
  const open = { organization: { id: 'ombu', name: 'El Ombú' }, role, shows_finance: showsFinance };
  const settings = { show_finance_to_admins: showsFinance };
  const organization = { id: 'ombu', name: 'El Ombú', users: [], categories: [], settings };
  const call = async ({ path }: Omit<Request, 'token'>): Promise<Reply> =>
    Promise.resolve(
      hasSignal && path.includes('/organization/data/')
        ? { outcome: 'answer', status: 200, body: { ok: true, organization }, marks }
        : { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: '' },
    );
  return { ...fakeSession(role, { open, organizations: [open] }), call, send: call };
}

const rest = (): Promise<void> =>
  act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 15));
  });

/** Whether somebody of this standing is offered it. */
async function isOffered(place: Place, standing: Standing, hasSignal: boolean): Promise<boolean> {
  const status = hasSignal ? calm : { ...calm, reach: 'unreachable' as const };
  await renderScreen(place.screen(standing), {
    farm: fakeFarm({ ...everything, ...place.values, status }),
    session: sessionOf(standing, hasSignal),
  });
  await rest();
  await place.opens?.();
  await rest();
  const found = place.isOffered();
  cleanup();
  return found;
}

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

describe.each(links)('%s', (_link, hasSignal) => {
  test.each(places.map((place) => [`${place.what} (${place.capability}, ${place.ask})`, place] as const))(
    '%s is offered to who has the right to it, and to nobody else',
    async (_name, place) => {
      const offered: string[] = [];
      for (const [who, standing] of standings) if (await isOffered(place, standing, hasSignal)) offered.push(who);
      const wanted = standings.filter(([, standing]) => may(standing, place.capability)).map(([who]) => who);
      expect(offered).toEqual(place.needsSignal && !hasSignal ? [] : wanted);
    },
  );
});

describe('The places of the app that ask for a right', () => {
  test('are all in the tables above, and no other', () => {
    const known = [...new Set(places.map(({ ask }) => ask)), ...Object.keys(offeringNothing)];
    expect(known.toSorted()).toEqual(asks().toSorted());
  });

  test('offer every capability that is not everybody’s', () => {
    const ofSome = (Object.keys(permissions) as Capability[]).filter((capability) =>
      standings.some(([, standing]) => !may(standing, capability)),
    );
    const offered = new Set<string>(places.map(({ capability }) => capability));
    const missing = ofSome.filter((capability) => !offered.has(capability));
    expect(missing.toSorted()).toEqual(Object.keys(decidedElsewhere).toSorted());
  });

  test('are found by what they ask', () => {
    const planted = new Map([
      ['a.tsx', "const mayEdit = useMay('edit-places');\nconst role = state.role ?? 'user';"],
      ['b.tsx', "if (roleMay(\n  state.role ?? 'user',\n  'review',\n)) show();"],
      ['c.tsx', "import { mayAdd } from './x.ts';\nconst given = roles.filter((role) => mayAdd(by, role));"],
    ]);
    expect(asks(planted)).toEqual(['a.tsx edit-places', 'b.tsx review', 'c.tsx mayAdd']);
  });
});
