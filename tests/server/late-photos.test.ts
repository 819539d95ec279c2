import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compose, type RunningServer } from '../../src/server/compose.ts';
import { readSettings } from '../../src/server/settings.ts';
import { invitationIn } from '../support/let-in.ts';
import { leavesAllInOrder } from '../support/doctor.ts';
import { digestOf, jpegOf } from '../support/pictures.ts';
import { testPassword } from '../support/server.ts';

let folder: string;
let server: RunningServer;
let base: string;
let ana: string;
let org: string;

const said = async (token: string, method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${base}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return (await answer.json()) as Record<string, unknown>;
};
const put = async (bytes: Uint8Array, token: string): Promise<number> => {
  const address = `${base}/api/blob/${org}/${digestOf(bytes)}`;
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(address, { method: 'PUT', headers, body: new Blob([new Uint8Array(bytes)]) })).status;
};
const seenBy = async (bytes: Uint8Array, token: string): Promise<number> =>
  (await fetch(`${base}/api/blob/${org}/${digestOf(bytes)}`, { headers: { authorization: `Bearer ${token}` } })).status;
const signUp = async (name: string, phone: string): Promise<string> => {
  const person = { email: `${name}@campo.test`, password: testPassword, first_name: name, last_name: 'X', phone };
  return String((await said('', 'POST', '/api/auth/sign-up', person))['token']);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'late-photos-'));
  server = await compose(readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: '0' }), join(folder, 'no-app'));
  base = await server.listen();
  ana = await signUp('ana', '+5491155550000');
  org = ((await said(ana, 'POST', '/api/organization', { name: 'La Esperanza' }))['organization'] as { id: string }).id;
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

describe('Somebody who left the team', () => {
  test('sends the photo of what he recorded before, over the same wire', async () => {
    const bytes = jpegOf(60);
    const caro = await signUp('caro', '+5491155550002');
    const added = await said(ana, 'POST', '/api/organization/add-user', {
      organization_id: org,
      email: 'caro@campo.test',
      role: 'user',
    });
    const record = (at: number, mark: object) =>
      said(caro, 'POST', `/api/movement/weather/frost/${org}`, {
        date: new Date(at).toISOString().slice(0, 10),
        offline: true,
        recorded_at: new Date(at).toISOString(),
        ...mark,
      });
    const before = Date.now();
    const token = invitationIn(added['invitation_url']);
    expect((await said(caro, 'POST', '/api/organization/accept-invitation', { token }))['ok']).toBe(true);
    const { id = '' } = (await said(caro, 'GET', '/api/user'))['user'] as { id?: string };
    await said(ana, 'DELETE', `/api/organization/user/${id}`, { organization_id: org });
    expect(await put(bytes, caro)).toBe(404);
    expect(await record(before - 1000, { photos: [digestOf(bytes)] })).toMatchObject({ ok: true });
    expect(await put(bytes, caro)).toBe(200);
    expect(await put(jpegOf(61), caro)).toBe(404);
    expect(await seenBy(bytes, caro)).toBe(404);
    expect(await seenBy(bytes, ana)).toBe(200);
  });
});

describe('Whatever came late', () => {
  leavesAllInOrder(() => ({ url: '', dataDir: folder }));
});
