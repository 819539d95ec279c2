import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWindows } from '../../src/server/database/windows.ts';
import { boundedBy } from '../../src/server/messages/mail/mailer.ts';
import type { Mail } from '../../src/server/messages/outgoing.ts';
import { openHistories } from '../support/opened-histories.ts';
import { closesInOrder, createTestServer, type TestServer } from '../support/server.ts';

let farm: TestServer;
let org: string;
beforeAll(async () => {
  farm = await createTestServer();
  await openHistories(farm.db);
  org = farm.organizationId;
});
beforeEach(() => {
  farm.outside.mails.length = 0;
});

describe('A farm’s name in a letter to somebody who does not know it', () => {
  test.each([
    ['Cobrá tu premio en https://malo.test/pagar', 'Cobrá tu premio en https malo test pagar'],
    ['La Loma\r\n\r\nEntrá a www.malo.test', 'La Loma Entrá a www malo test'],
    ['Escribí a premio@malo.test «ya»', 'Escribí a premio malo test ya'],
    ['La Esperanza', 'La Esperanza'],
    ['Est. San José', 'Est. San José'],
    ['x'.repeat(80), 'x'.repeat(60)],
  ])('leads nowhere and is one short line: %j', async (name, shown) => {
    await farm.db.updateTable('organizations').set({ name }).where('id', '=', org).execute();
    await farm.db.deleteFrom('security_events').execute();
    const asked = { organization_id: org, role: 'user' };
    const person = { first_name: 'Luis', last_name: 'Sosa' };
    await farm.as('ana', 'POST', '/api/organization/add-user', { ...asked, email: 'uno@campo.test' });
    const made = { ...asked, ...person, email: `${name.length}@campo.test` };
    await farm.as('ana', 'POST', '/api/organization/add-user-admin', made);
    await expect.poll(() => farm.outside.mails.length).toBe(2);
    for (const { subject, text, isAsked } of farm.outside.mails) {
      expect(text).toContain(`«${shown}»`);
      expect(text.match(/https?:\S+/g)).toHaveLength(1);
      expect(/https?:\S+/.exec(text)?.[0]).toMatch(/^https:\/\/campo\.test\//);
      expect([subject.includes(name), /[\r\n]/.test(subject), isAsked]).toEqual([false, false, false]);
    }
  });
});

describe('Letters that others have sent', () => {
  const clock = { now: 1_000_000 };
  const sent: Mail[] = [];
  const send = boundedBy(
    createWindows(
      null,
      () => clock.now,
      () => undefined,
    ),
    async (mail) => sent.push(mail) > 0,
    { info: () => undefined, error: () => undefined },
  );
  const letter = (to: string, isAsked?: false): Mail => ({
    to,
    subject: 'x',
    text: 'x',
    ...(isAsked === false && { isAsked }),
  });

  test('are five a day to one address; what its person asked for goes on', async () => {
    const ends: boolean[] = [];
    for (let count = 0; count < 8; count += 1) ends.push(await send(letter('ana@campo.test', false)));
    expect(ends).toEqual([true, true, true, true, true, false, false, false]);
    expect(await send(letter('beto@campo.test', false))).toBe(true);
    for (let count = 0; count < 8; count += 1) expect(await send(letter('ana@campo.test'))).toBe(true);
    clock.now += 86_400_000;
    expect(await send(letter('ana@campo.test', false))).toBe(true);
    expect(sent).toHaveLength(15);
  });
});

closesInOrder(() => farm);
