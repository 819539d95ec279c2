import { afterAll, describe, expect, test } from 'vitest';
import { leavesAllInOrder } from '../support/doctor.ts';
import { testPassword } from '../support/server.ts';
import { type SpokenServer, startSpokenServer } from '../support/spoken-server.ts';

let server: SpokenServer;

const ana = { email: 'ana@campo.test', password: testPassword };
/** Something that nobody foresaw, outside of any call, when the process is told so. */
const planted = 'process.on("SIGUSR2",()=>setTimeout(()=>{throw new Error("planted")}))';

/** Calls that have begun and wait for the rest of what their phone sends. */
async function callsUnderWay(): Promise<readonly { readonly finish: () => Promise<number> }[]> {
  const person = { ...ana, first_name: 'Ana', last_name: 'Paz', phone: '1155550000' };
  expect((await server.post('/api/auth/sign-up', person)).status).toBe(200);
  const calls = Array.from({ length: 3 }, () => server.begin('/api/auth/log-in', ana));
  await pause();
  return calls.map(({ finish }) => ({ finish: async () => (await finish()).status }));
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 500));

describe('A server that is asked to end', () => {
  afterAll(() => server.close());

  test('answers what is under way, then ends', async () => {
    server = await startSpokenServer({ LOG_LEVEL: 'warn' });
    const calls = await callsUnderWay();
    server.signal('SIGTERM');
    await pause();
    expect(await Promise.all(calls.map(({ finish }) => finish()))).toEqual([200, 200, 200]);
    expect(await server.ended).toBe(0);
    await expect(server.post('/api/auth/log-in', ana)).rejects.toThrow('ECONNREFUSED');
  }, 60_000);

  leavesAllInOrder(() => server.kept);
});

describe('A server to which something happens that nobody foresaw', () => {
  afterAll(() => server.close());

  test('says so, answers what is under way and ends, to be started again', async () => {
    const settings = {
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(planted)}`,
    };
    server = await startSpokenServer(settings);
    const calls = await callsUnderWay();
    server.signal('SIGUSR2');
    await pause();
    expect(await Promise.all(calls.map(({ finish }) => finish()))).toEqual([200, 200, 200]);
    expect(await server.ended).toBe(1);
    expect(server.said()).toContain('planted');
    expect(server.said()).toContain('the server ends');
  }, 60_000);

  leavesAllInOrder(() => server.kept);
});
