import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { decodeJwt, SignJWT } from 'jose';
import { inserting } from './inserting.mjs';
import { keys } from './servers.mjs';

const issuer = 'tranquera';
const lifeSeconds = 15 * 60;

const sign = ({ sid, userId, gen }) => {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ typ: 'access', sid, gen })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(userId)
    .setIssuer(issuer)
    .setAudience(issuer)
    .setIssuedAt(now)
    .setExpirationTime(now + lifeSeconds)
    .sign(Buffer.from(keys.access, 'base64url'));
};

/** The same person's token, signed now: a long run outlives one. */
export async function freshly(owner) {
  const { sid, gen, sub } = decodeJwt(owner.token);
  return { ...owner, token: await sign({ sid, gen, userId: sub }) };
}

const insert = (database, table, row) => inserting(database, table, row).run(...Object.values(row));

/**
 * Puts so many more people onto a farm's team, each with a session, beside the server: by its calls they would be hours, for passwords are
 * slow on purpose. Gives a token for each.
 */
export async function addPeople({ data }, { organizationId, userId, token }, count) {
  const { sid, gen } = decodeJwt(token);
  const database = new DatabaseSync(join(data, 'tranquera.sqlite'));
  database.exec('pragma busy_timeout = 5000; begin immediate');
  const user = database.prepare('select * from users where id = ?').get(userId);
  const session = database.prepare('select * from sessions where id = ?').get(sid);
  const member = database
    .prepare('select * from memberships where organization_id = ? and user_id = ?')
    .get(organizationId, userId);
  const made = Array.from({ length: count }, () => ({ userId: randomUUID(), sid: randomUUID() }));
  for (const { userId: id, sid: own } of made) {
    insert(database, 'users', { ...user, id, email: `${id}@campo.test`, phone: null });
    insert(database, 'sessions', { ...session, id: own, user_id: id });
    insert(database, 'memberships', { ...member, user_id: id, role: 'admin' });
  }
  database.exec('commit');
  database.close();
  return await Promise.all(made.map((person) => sign({ ...person, gen })));
}
