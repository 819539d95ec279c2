import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { filesIn } from '../../src/server/files/store.ts';
import { openOutward } from '../../src/server/outward.ts';
import { readSettings } from '../../src/server/settings.ts';
import { account, lastCode } from '../support/account.ts';
import { openHistories } from '../support/opened-histories.ts';
import { closesInOrder, createTestServer, testPassword, type TestServer } from '../support/server.ts';

let farm: TestServer;

beforeAll(async () => {
  farm = await createTestServer();
  await openHistories(farm.db);
});

beforeEach(async () => {
  // The counts of codes, invitations and greetings begin anew.
  await farm.db.deleteFrom('security_events').execute();
  await farm.db.deleteFrom('one_time_codes').execute();
});

const reach = (mail: boolean, messages: boolean): void => void Object.assign(farm.outside.reaches, { mail, messages });
const org = () => ({ organization_id: farm.organizationId });

describe.each([true, false])('With a mail server: %s', (mail_sent) => {
  beforeEach(() => reach(mail_sent, false));
  const post = (path: string, body: object) => farm.as('ana', 'POST', path, body);
  const name = mail_sent ? 'con' : 'sin';

  test('an invitation says whether its letter leaves', async () => {
    const body = { ...org(), email: `${name}@campo.test`, role: 'user' };
    const answer = await post('/api/organization/add-user', body);
    expect(answer.body).toMatchObject({ ok: true, mail_sent });
    expect(String(answer.body['message']).includes('Le enviamos')).toBe(mail_sent);
    expect(answer.body['invitation_url']).toContain('https://campo.test/sign-up#');
  });

  test('so does an account made for somebody, and another link for it', async () => {
    const body = { ...org(), first_name: 'Tito', last_name: 'Luna', email: `tito.${name}@campo.test`, role: 'user' };
    expect((await post('/api/organization/add-user-admin', body)).body).toMatchObject({ ok: true, mail_sent });
    expect((await post('/api/organization/add-user-admin', body)).body).toMatchObject({ ok: true, mail_sent });
  });

  test('a code of recovery says it alike of an address with an account and without one', async () => {
    const answers = [];
    for (const email of ['beto@campo.test', 'nadie@campo.test']) {
      const { status, body } = await account(farm).post('send-recovery-code', { email });
      answers.push([status, body]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject([200, { ok: true, mail_sent }]);
    // The code is made either way: who administers the server finds it there.
    expect(lastCode(farm, 'beto@campo.test')).toMatch(/^\d{6}$/);
  });

  test('so does the code for another address', async () => {
    const body = { password: testPassword, email: `ana.${name}@campo.test` };
    expect((await post('/api/auth/change-email', body)).body).toMatchObject({ ok: true, pending: true, mail_sent });
  });
});

describe.each([true, false])('With a messenger: %s', (message_sent) => {
  beforeEach(() => reach(false, message_sent));

  test('the code for a telephone says whether its message leaves', async () => {
    const answer = await farm.as('ana', 'POST', '/api/auth/send-code-phone', { phone: '1155557777' });
    expect(answer.body).toMatchObject({ ok: true, message_sent });
    expect(String(answer.body['message']).startsWith('Te enviamos')).toBe(message_sent);
  });

  test('a greeting counts those whom it leaves for', async () => {
    const { body } = await farm.as('ana', 'POST', `/api/organization/${farm.organizationId}/send-greeting`);
    const { recipients, unreached } = body as { recipients: number; unreached: number };
    expect(recipients > 0).toBe(message_sent);
    // Whoever was invited before and has no telephone is reached by neither.
    expect(unreached).toBeGreaterThan(0);
  });

  test('the menu says whether it went to the telephone', async () => {
    expect((await farm.as('ana', 'GET', '/api/user/open-menu')).body['sent']).toBe(message_sent);
  });
});

describe('What leaves', () => {
  const log = { info: () => undefined, error: () => undefined };
  const threads = () => ({ db: farm.db, newId: () => '', now: Date.now, files: filesIn('nowhere') });
  const counts = { hitTogether: async () => ({ hits: 1, endsMs: 0 }) };
  const whatsApp = {
    WHATSAPP_TOKEN: 'token',
    WHATSAPP_PHONE_ID: '1',
    WHATSAPP_APP_SECRET: 'secret',
    WHATSAPP_VERIFY_TOKEN: 'verify',
  };

  test.each([
    ['neither, with nothing set', {}, { mail: false, messages: false }],
    ['mail, with a mail server', { SMTP_URL: 'smtp://127.0.0.1:2525' }, { mail: true, messages: false }],
    ['messages, with an account', whatsApp, { mail: false, messages: true }],
  ])('is %s', (_case, environment, reaches) => {
    const outward = openOutward(readSettings(environment), log, threads(), counts);
    outward.close();
    expect(outward.outgoing.reaches).toEqual(reaches);
  });
});

closesInOrder(() => farm);
