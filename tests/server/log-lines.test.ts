import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leavesAllInOrder } from '../support/doctor.ts';
import { startSpokenServer, type SpokenServer } from '../support/spoken-server.ts';
import { testPassword } from '../support/server.ts';

let server: SpokenServer;
beforeAll(async () => {
  server = await startSpokenServer({ LOG_LEVEL: 'trace' });
}, 90_000);
afterAll(() => server.close());

/** What somebody would write who wants a line of his own in the log, in each of the ways to end one. */
const ends = ['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f', '\\n', '%0A', '"}\n'];
const forged = '{"level":"error","msg":"forged"}';
const texts = ends.map((end) => `Ana${end}${forged}`);

const linesSince = (from: number): readonly string[] =>
  server
    .said()
    .slice(from)
    .split('\n')
    .filter((line) => line !== '');
/** Waits for the line of the last answer. */
async function logged(from: number, id: unknown): Promise<readonly string[]> {
  for (let waits = 0; waits < 400; waits += 1) {
    if (
      server
        .said()
        .slice(from)
        .includes(`"${String(id)}"`)
    )
      return linesSince(from);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('The call is not in the log');
}

describe('A line of the log', () => {
  test('is one line of JSON by the server, whatever a person calls himself', async () => {
    const from = server.said().length;
    let id: unknown;
    for (const [at, first_name] of texts.entries()) {
      const person = {
        email: `ana${at}@campo.test`,
        password: testPassword,
        first_name,
        last_name: forged,
        phone: '1155550000',
      };
      const { status, body } = await server.post('/api/auth/sign-up', person, {
        'user-agent': `Phone ${forged}`,
      });
      expect([200, 400]).toContain(status);
      const wrong = { email: `ana${at}@campo.test${texts[at]}`, password: first_name };
      id = (await server.post('/api/auth/log-in', wrong)).headers['x-request-id'];
      expect(typeof body['ok']).toBe('boolean');
    }
    const lines = await logged(from, id);
    expect(lines.length).toBeGreaterThanOrEqual(2 * texts.length);
    for (const line of lines) {
      const said = JSON.parse(line) as { readonly level: unknown; readonly msg: unknown; readonly pid: unknown };
      expect([typeof said.level, typeof said.pid, said.msg === 'forged'], line).toEqual(['number', 'number', false]);
    }
  });

  test('is one where an address, a header or an id says such a thing', async () => {
    const from = server.said().length;
    const path = `/api/lot/info/${encodeURIComponent(texts[0] ?? '')}?a=${encodeURIComponent(forged)}`;
    const { headers } = await server.post(
      path,
      {},
      { 'x-request-id': forged, 'idempotency-key': forged, 'x-app-version': forged },
    );
    const lines = await logged(from, headers['x-request-id']);
    const said = lines.map((line) => JSON.parse(line) as { readonly level: unknown; readonly msg: unknown });
    expect(said.map(({ level, msg }) => [typeof level, msg])).toEqual([['number', 'answered']]);
  });
});

leavesAllInOrder(() => server.kept);
