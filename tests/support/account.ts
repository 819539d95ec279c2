import type { CoreResponse } from '../../src/server/kernel/exchange.ts';
import { testPassword, type TestServer } from './server.ts';

/** The last code that went out by mail to an address, or by message to a number. */
export function lastCode(server: Pick<TestServer, 'outside'>, to: string): string {
  const { mails, messages } = server.outside;
  const text = [...mails, ...messages].findLast((sent) => sent.to === to && /\b\d{6}\b/.test(sent.text))?.text;
  const code = text && /\b\d{6}\b/.exec(text)?.[0];
  if (!code) throw new Error(`No code went to ${to}`);
  return code;
}

/** Another code than this one. */
export const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const bearer = (token: unknown): Readonly<Record<string, string>> => ({ authorization: `Bearer ${String(token)}` });

/** The calls of one person's account, made by a token of his. */
export const account = (server: TestServer) => ({
  post: (path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<CoreResponse> =>
    server.as(null, 'POST', `/api/auth/${path}`, body, headers),
  with: (token: unknown, method: string, path: string, body?: object): Promise<CoreResponse> =>
    server.as(null, method, path, body, bearer(token)),
  logIn: (email: string, password = testPassword): Promise<CoreResponse> =>
    server.as(null, 'POST', '/api/auth/log-in', { email, password }),
});

/** What an answer is to its caller: all but the marks of one request. */
export const said = ({ status, body }: CoreResponse): readonly unknown[] => [status, body];

/** Every value of every row of the accounts' tables, as one text: what somebody with a copy of the database reads. */
export async function everyAccountRow({ db }: Pick<TestServer, 'db'>): Promise<string> {
  const rows = await Promise.all([
    db.selectFrom('users').selectAll().execute(),
    db.selectFrom('sessions').selectAll().execute(),
    db.selectFrom('one_time_codes').selectAll().execute(),
    db.selectFrom('one_time_tokens').selectAll().execute(),
    db.selectFrom('security_events').selectAll().execute(),
    db.selectFrom('operations').selectAll().execute(),
    db.selectFrom('known_devices').selectAll().execute(),
  ]);
  return JSON.stringify(rows);
}
