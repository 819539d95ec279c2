import { afterAll, describe, expect, test } from 'vitest';
import { leavesAllInOrder } from '../support/doctor.ts';
import { testPassword } from '../support/server.ts';
import { type SpokenServer, startSpokenServer } from '../support/spoken-server.ts';

let server: SpokenServer;

const ana = { email: 'ana@campo.test', password: testPassword };
/** Something that nobody foresaw, outside of any call, when the process is told so. */
const planted = 'process.on("SIGUSR2",()=>setTimeout(()=>{throw new Error("planted")}))';

/** Calls that take a while: passwords are compared two at a time. */
async function callsUnderWay(): Promise<readonly Promise<number>[]> {
  const person = { ...ana, first_name: 'Ana', last_name: 'Paz', phone: '1155550000' };
  expect((await server.post('/api/auth/sign-up', person)).status).toBe(200);
  const calls = Array.from({ length: 24 }, async () => (await server.post('/api/auth/log-in', ana)).status);
  await Promise.race(calls);
  // By now the others have arrived too: what has not is on nobody's desk.
  await new Promise((resolve) => setTimeout(resolve, 250));
  return calls;
}

describe('A server that is asked to end', () => {
  afterAll(() => server.close());

  test('answers what is under way, then ends', async () => {
    server = await startSpokenServer({ LOG_LEVEL: 'warn' });
    const calls = await callsUnderWay();
    server.signal('SIGTERM');
    expect(await Promise.all(calls)).toEqual(calls.map(() => 200));
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
    expect(await Promise.all(calls)).toEqual(calls.map(() => 200));
    expect(await server.ended).toBe(1);
    expect(server.said()).toContain('planted');
    expect(server.said()).toContain('the server ends');
  }, 60_000);

  leavesAllInOrder(() => server.kept);
});
