import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sessionPaths } from '../../src/contract/session-paths.ts';
import { call, type Person } from '../e2e/support/people.ts';
import { type BuiltServer, buildServer } from '../support/built-server.ts';
import { type Backed, backedByFolder } from './support/backing.ts';
import { type CorePhone, openCorePhone } from './support/core-phone.ts';
import { recordsOn, type RestoreFarm, settleRestoreFarm, team } from './support/restore-farm.ts';

/** A session, or an account, that the database of a restored copy does not know yet: proof of what it lost, and no theft. */
let built: BuiltServer;
let backed: Backed;
let farm: RestoreFarm;
/** The owner's token, of before any copy. */
let ana: string;
const open: CorePhone[] = [];

beforeAll(async () => {
  built = await buildServer();
  backed = await backedByFolder(built.folder);
  farm = await settleRestoreFarm(backed);
  ana = farm.owners.ana.token;
}, 120_000);

afterEach(async () => {
  for (const phone of open.splice(0)) await phone.close();
});

afterAll(async () => {
  await backed.close();
  await built.remove();
});

async function openPhone(who: Person): Promise<CorePhone> {
  const phone = await openCorePhone(farm.server, who);
  open.push(phone);
  return phone;
}

/** Recorded, and not sent: it waits on the phone. */
async function recordRain({ name, farm: { acts } }: CorePhone, when: string): Promise<void> {
  const detail = `${when} ${name}`;
  const saved = await acts.recordMovement('RAIN', { date: '2026-01-10', mm: 5, detail });
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
}

const waiting = async ({ farm: { views } }: CorePhone): Promise<number> => (await views.pending()).length;
const soon = { timeout: 60_000, interval: 250 } as const;

/** The phone's token has run out: it is renewed with the next call. */
async function renew(phone: CorePhone): Promise<void> {
  phone.line.expireNext();
  await phone.session.call({ method: 'GET', path: '/api/user' });
}

/**
 * Why the server gives the phone no new token; null where it does. Calls that were under way with the old one are refused each for a reason of its
 * own, at any moment: what ends the session is what the renewal heard.
 */
async function refusalOf(phone: CorePhone): Promise<string | null> {
  await renew(phone);
  const asked = phone.line.calls().filter(({ path }) => path === sessionPaths.refreshToken);
  expect(asked.length).toBeGreaterThan(0);
  return asked.find(({ status }) => status === 401)?.code ?? null;
}

const isPasswordAsked = ({ session }: CorePhone): boolean => {
  const { status, expired } = session.state();
  return status === 'signed-out' || expired;
};

const logIn = (phone: CorePhone, { email, password }: Person) => phone.session.logIn({ email, password });

/** The marks of one person's records that are on the server, each as often as it is. */
async function marksOf({ name }: CorePhone): Promise<readonly string[]> {
  const records = await recordsOn(farm, ana);
  return records.flatMap(({ detail }) => (detail?.endsWith(name) ? [detail] : [])).toSorted();
}

/** What the database says of somebody's account. */
function eventsOf(userId: string): readonly string[] {
  const database = new DatabaseSync(join(farm.server.dataDir, 'tranquera.sqlite'));
  const rows = database.prepare('select what from security_events where user_id = ?').all(userId);
  database.close();
  return rows.map((row) => String((row as { what: unknown }).what));
}

/** Without signal the server goes back; the phone finds it so. */
async function goBackUnnoticed(phone: CorePhone): Promise<void> {
  await phone.setSignal(false);
  await recordRain(phone, 'unsent');
  await backed.goBack();
  phone.line.countAnew();
  await phone.setSignal(true);
}

async function sendSince(phone: CorePhone): Promise<void> {
  await recordRain(phone, 'since');
  await phone.farm.acts.sendNow();
  await expect.poll(() => marksOf(phone), soon).toEqual([`since ${phone.name}`]);
}

describe('A phone that a restored server finds ahead of itself', () => {
  test('is asked for the password where it renewed its token since the copy, and all of it goes up after that', async () => {
    const beto = await openPhone(team.beto);
    await backed.keepCopy();
    await renew(beto);
    await renew(beto);
    expect(await refusalOf(beto)).toBeNull();
    await sendSince(beto);
    await goBackUnnoticed(beto);
    expect(await refusalOf(beto)).toBe('SESSION_AHEAD');
    expect(isPasswordAsked(beto)).toBe(true);
    expect(await waiting(beto)).toBeGreaterThan(0);
    expect(eventsOf(farm.owners.beto.userId)).not.toContain('session_reused');
    expect(await logIn(beto, team.beto)).toMatchObject({ ok: true });
    await expect.poll(() => marksOf(beto), soon).toEqual(['since Beto', 'unsent Beto']);
    await expect.poll(() => waiting(beto), soon).toBe(0);
  }, 180_000);

  test('is asked for the password where it signed in since the copy', async () => {
    await backed.keepCopy();
    const dario = await openPhone(team.dario);
    await sendSince(dario);
    await goBackUnnoticed(dario);
    expect(await refusalOf(dario)).toBe('SESSION_AHEAD');
    expect(isPasswordAsked(dario)).toBe(true);
    expect(await waiting(dario)).toBeGreaterThan(0);
    expect(await logIn(dario, team.dario)).toMatchObject({ ok: true });
    await expect.poll(() => marksOf(dario), soon).toEqual(['since Dario', 'unsent Dario']);
  }, 180_000);

  test('keeps its records where its account was made since the copy, and stays out', async () => {
    await backed.keepCopy();
    const fede = {
      email: 'fede@campo.test',
      password: 'la tranquera de Fede 7',
      first_name: 'Fede',
      last_name: 'Ruiz',
    };
    const body = { ...fede, phone: '+5491155551299' };
    const token = String((await call(farm.server, 'POST', '/api/auth/sign-up', { body }))['token']);
    const { user } = (await call(farm.server, 'GET', '/api/user', { token })) as { user: { id: string } };
    await backed.write(
      'insert into memberships (organization_id, user_id, role, created_at, removed_at) values (?, ?, ?, ?, null)',
      [farm.organizationId, user.id, 'admin', new Date().toISOString()],
    );
    const phone = await openPhone(fede);
    await goBackUnnoticed(phone);
    expect(await refusalOf(phone)).toBe('SESSION_AHEAD');
    expect(isPasswordAsked(phone)).toBe(true);
    expect(await logIn(phone, fede)).toMatchObject({ ok: false });
    expect(await waiting(phone)).toBeGreaterThan(0);
  }, 180_000);

  test('stays out where its session was ended before the copy', async () => {
    const elena = await openPhone(team.elena);
    await backed.write('update sessions set ended_at = ? where user_id = ?', [
      new Date().toISOString(),
      farm.owners.elena.userId,
    ]);
    await backed.keepCopy();
    await goBackUnnoticed(elena);
    expect(await refusalOf(elena)).toBe('SESSION_REVOKED');
    expect(isPasswordAsked(elena)).toBe(true);
  }, 180_000);
});
