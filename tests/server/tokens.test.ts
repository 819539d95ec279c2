import { beforeAll, describe, expect, test } from 'vitest';
import { readToken, type Secrets, signAccess } from '../../src/server/kernel/tokens.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder } from '../support/server.ts';

let farm: FieldFarm;
beforeAll(async () => {
  farm = await createFieldFarm();
});

const keys = (fill: number): Secrets => ({
  access: new Uint8Array(32).fill(fill),
  refresh: new Uint8Array(32).fill(fill + 1),
});
const now = Date.parse('2026-11-21T12:00:00Z');
const signed = (secrets: Secrets) => signAccess(secrets, { id: 'session', userId: 'ana', generation: 3 }, now);
const refusal = (code: string) => ({ problem: { code } });

describe('A token that was read before', () => {
  test('says the same again, until it has run out', async () => {
    const secrets = keys(1);
    const token = await signed(secrets);
    const first = await readToken(secrets, 'access', token, now);
    expect(await readToken(secrets, 'access', token, now + 1000)).toEqual(first);
    const [ends, leeway] = [first.expiresMs, 60_000];
    expect(await readToken(secrets, 'access', token, ends + leeway - 1000)).toEqual(first);
    for (const at of [ends + leeway, ends + 86_400_000])
      await expect(readToken(secrets, 'access', token, at)).rejects.toMatchObject(refusal('TOKEN_EXPIRED'));
    // A clock that was set back makes it good again, as one that is read for the first time.
    expect(await readToken(secrets, 'access', token, now)).toEqual(first);
  });

  test('is none of another server, of another use, nor with one sign changed', async () => {
    const [secrets, others] = [keys(3), keys(5)];
    const token = await signed(secrets);
    await readToken(secrets, 'access', token, now);
    const invalid = refusal('TOKEN_INVALID');
    await expect(readToken(others, 'access', token, now)).rejects.toMatchObject(invalid);
    await expect(readToken(secrets, 'refresh', token, now)).rejects.toMatchObject(invalid);
    const changed = token.replace(/.(?=.{4}$)/, (sign) => (sign === 'A' ? 'B' : 'A'));
    await expect(readToken(secrets, 'access', changed, now)).rejects.toMatchObject(invalid);
  });

  test('opens nothing once its session has ended, in the very next call', async () => {
    const ask = async () => (await farm.as('caro', 'GET', '/api/user')).body['code'];
    expect([await ask(), await ask()]).toEqual([undefined, undefined]);
    await farm.as('caro', 'POST', '/api/auth/log-out');
    expect(await ask()).toBe('SESSION_REVOKED');
  });
});

closesInOrder(() => farm);
