import { openMemoryStore } from '../support/memory-store.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkDigest } from '../../src/app/sync/pull/check.ts';
import type { PullPorts } from '../../src/app/sync/pull/pull-ports.ts';
import { pull } from '../../src/app/sync/pull/pull.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import type { PersonName } from '../support/server.ts';
import { asReply } from '../support/sim/core-farm.ts';

let farm: FieldFarm;
beforeAll(async () => {
  farm = await createFieldFarm();
});
afterAll(async () => {
  await farm.close();
});

/** What the phone of a member has and says, before the server itself. */
function phoneOf(who: PersonName): PullPorts {
  return {
    store: openMemoryStore(),
    net: {
      call: async ({ method, path, query, body }) => {
        const address = query ? `${path}?${new URLSearchParams(query).toString()}` : path;
        return asReply(await farm.as(who, method, address, body));
      },
    },
    clock: { now: () => farm.clock.now, after: () => () => undefined },
    organizationId: farm.organizationId,
    onReply: () => undefined,
    isCurrent: () => true,
  };
}

async function farmAtWork(): Promise<void> {
  const org = farm.organizationId;
  const ok = async (answer: Promise<{ readonly status: number; readonly body: unknown }>): Promise<void> => {
    const { status, body } = await answer;
    expect([status, body]).toEqual([200, body]);
  };
  for (const [type, path] of [
    ['BIRTH', 'birth'],
    ['RAIN', 'weather/rain'],
    ['DEATH', 'death'],
  ] as const) {
    await ok(farm.record('ana', path, farm.example(type)));
  }
  await ok(farm.as('ana', 'POST', `/api/lot/create/${org}`, { name: 'De paso', hectares: 3 }));
  const { lots } = (await farm.as('ana', 'GET', `/api/lot/info/${org}`)).body as {
    lots: { id: string; name: string }[];
  };
  const passing = lots.find((lot) => lot.name === 'De paso')?.id ?? '';
  await ok(farm.as('ana', 'PUT', `/api/lot/edit/${org}`, { id: farm.lots.bajo, name: 'El Bajo Grande' }));
  await ok(farm.as('ana', 'DELETE', `/api/lot/delete/${org}/${passing}`));
  await ok(farm.as('ana', 'POST', `/api/note/create/${org}`, { text: 'Sólo mía', visibility: 'yo' }));
  await ok(farm.as('ana', 'POST', `/api/note/create/${org}`, { text: 'De todos', visibility: 'todos' }));
}

describe('What a phone has and what the server says of it', () => {
  test.each<PersonName>(['ana', 'beto', 'caro'])(
    'are alike for %s, loaded whole or followed all along',
    async (who) => {
      const early = phoneOf(who);
      expect(await pull(early)).toBe('done');
      expect(await checkDigest(early)).toBe('alike');
      await farmAtWork();
      expect(await checkDigest(early)).toBe('later');
      expect(await pull(early)).toBe('done');
      expect(await checkDigest(early)).toBe('alike');
      const late = phoneOf(who);
      expect(await pull(late)).toBe('done');
      expect(await checkDigest(late)).toBe('alike');
      const [first, second] = [
        await early.store.digest(farm.organizationId),
        await late.store.digest(farm.organizationId),
      ];
      expect(first).toEqual(second);
      expect(await late.store.diagnostics()).toEqual([]);
    },
  );
});
