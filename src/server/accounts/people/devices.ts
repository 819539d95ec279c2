import { createECDH, hkdfSync } from 'node:crypto';
import { letters } from '../../../contract/sentences-mail.ts';
import { serverSentences as sentences } from '../../../contract/sentences-server.ts';
import { deviceName, mayRemove } from '../../../domain/index.ts';
import { type Db, rowsWhere, type SessionRow, setWhere, type Trx } from '../../database/tables.ts';
import {
  type Answer,
  type Call,
  type EndpointHandlers,
  farmOf,
  type Handler,
  idOf,
  personalWrite,
  type Read,
  read,
  refuse,
  roleOf,
  userOf,
} from '../../kernel/call.ts';
import type { Secrets } from '../../kernel/tokens.ts';
import { noteEvent, writeTo } from './events.ts';
import { forgetDeviceOf, sessionsOnDevice } from './known-devices.ts';
import { endSession, type OpeningPorts } from './sessions.ts';
import type { OwnAccountPorts } from './own-account.ts';
import { isoOf } from '../../rows/stored.ts';

/** Sessions of one's own and of the hands of a farm (trust.md rows 31, 34, 112). */
export const deviceHandlers = (ports: OwnAccountPorts & Pick<OpeningPorts, 'secrets'>): EndpointHandlers => ({
  storageKey: storageKeyHandler(ports.secrets),
  sessions: read(ownSessions),
  endSession: personalWrite(async (call, trx) => end(call, trx, ports, await ownSession(call, trx))),
  loseSession: personalWrite(async (call, trx) => lose(call, trx, ports, await ownSession(call, trx))),
  // Sessions signed out offline are ended later by their device, whoever holds it then (trust.md row 37).
  endLeftSessions: personalWrite(async (call, trx) => {
    for (const { id, user_id } of await sessionsOnDevice(trx, call, call.body.session_ids)) {
      await endSession(trx, id, call.now);
      await noteEvent(trx, ports, call, 'signed_out', { userId: user_id, sessionId: id });
      call.afterCommit(() => ports.onSessionEnd(id));
    }
    return {};
  }),
  teamSessions: read(teamSessions),
  endTeamSession: personalWrite(async (call, trx) => end(call, trx, ports, await teamSession(call, trx))),
  loseTeamSession: personalWrite(async (call, trx) => lose(call, trx, ports, await teamSession(call, trx))),
});

type Shown = Pick<SessionRow, 'id' | 'user_id' | 'device' | 'app_version' | 'created_at' | 'last_used_at'>;
const shown = [
  'sessions.id',
  'sessions.user_id',
  'device',
  'app_version',
  'sessions.created_at',
  'last_used_at',
] as const;

const present = (call: Call, { id, device, app_version, created_at, last_used_at }: Shown) => ({
  id,
  device,
  app_version,
  created_at,
  last_used_at,
  current: id === call.actor?.sessionId,
});

const ownSessions: Read = async (call, db) => {
  const rows = await rowsWhere(db, 'sessions', { user_id: userOf(call), ended_at: null })
    .select(shown)
    .orderBy('last_used_at', 'desc')
    .execute();
  return { sessions: rows.map((row) => present(call, row)) };
};

/** One's own session; the operator finds any, by the id in the log. */
async function ownSession(call: Call, trx: Trx): Promise<Shown> {
  const row = await rowsWhere(trx, 'sessions', { id: idOf(call) })
    .select(shown)
    .executeTakeFirst();
  const isMine = row?.user_id === call.actor?.userId;
  return row && (isMine || call.actor?.isSuperAdmin) ? row : refuse('NOT_FOUND');
}

/**
 * Sessions of members the caller may remove: those that have opened this farm, and all of somebody who has worked here.
 * The others of a newcomer are not this farm's business.
 */
async function sessionsOfTeam(call: Call, db: Db) {
  const organizationId = farmOf(call);
  const rows = await rowsWhere(db, 'memberships', { organization_id: organizationId, removed_at: null })
    .innerJoin('sessions', 'sessions.user_id', 'memberships.user_id')
    .select([...shown, 'ended_at', 'role'])
    .where((where) =>
      where.or([
        where.exists(
          where
            .selectFrom('openings')
            .select('session_id')
            .where('organization_id', '=', organizationId)
            .whereRef('openings.session_id', '=', 'sessions.id'),
        ),
        where.exists(
          where
            .selectFrom('operations')
            .select('key')
            .where('scope', '=', organizationId)
            .whereRef('operations.user_id', '=', 'memberships.user_id'),
        ),
        where.exists(
          where
            .selectFrom('movements')
            .select('movements.id')
            .where('organization_id', '=', organizationId)
            .whereRef('movements.created_by', '=', 'memberships.user_id'),
        ),
      ]),
    )
    .orderBy('last_used_at', 'desc')
    .execute();
  const [role, userId] = [roleOf(call), call.actor?.userId];
  return rows.filter((row) => mayRemove(role, row.role, row.user_id === userId));
}

const teamSessions: Read = async (call, db) => {
  const living = (await sessionsOfTeam(call, db)).filter((row) => row.ended_at === null);
  const heard = await rowsWhere(db, 'outboxes', { organization_id: farmOf(call) })
    .select(['session_id', 'waiting', 'heard_at'])
    .execute();
  const bySession = new Map(heard.map(({ session_id, ...outbox }) => [session_id, outbox]));
  return {
    sessions: living.map((row) => ({
      ...present(call, row),
      user_id: row.user_id,
      outbox: bySession.get(row.id) ?? null,
    })),
  };
};

async function teamSession(call: Call, trx: Trx): Promise<Shown> {
  const all = await sessionsOfTeam(call, trx);
  return all.find(({ id }) => id === call.params.id) ?? refuse('NOT_FOUND');
}

async function end(call: Call, trx: Trx, ports: OwnAccountPorts, session: Shown): Promise<Answer> {
  await endSession(trx, session.id, call.now);
  await tell(call, trx, ports, session, 'session_ended');
  return {};
}

/** Ends a lost phone's session; what it still sends is kept apart (`server/kernel/rejected.ts`). */
async function lose(call: Call, trx: Trx, ports: OwnAccountPorts, session: Shown): Promise<Answer> {
  if (session.id === call.actor?.sessionId) refuse('CONFLICT', { message: sentences.phoneInHand });
  await endSession(trx, session.id, call.now);
  await setWhere(
    trx,
    'sessions',
    { id: session.id, lost_at: null },
    { lost_at: isoOf(call), lost_by: call.actor?.userId ?? null },
  );
  await forgetDeviceOf(trx, session.id);
  await tell(call, trx, ports, session, 'phone_lost');
  return {};
}

/** Logs it, ends live connections, and mails if somebody else did it or the phone is lost. */
async function tell(
  call: Call,
  trx: Trx,
  ports: OwnAccountPorts,
  { id, user_id, device }: Shown,
  what: 'session_ended' | 'phone_lost',
): Promise<void> {
  await noteEvent(trx, ports, call, what, { userId: user_id, sessionId: id });
  call.afterCommit(() => ports.onSessionEnd(id));
  if (what === 'session_ended' && user_id === call.actor?.userId) return;
  const { email } = await rowsWhere(trx, 'users', { id: user_id }).select('email').executeTakeFirstOrThrow();
  const name = deviceName(device) ?? sentences.unknownDevice;
  writeTo(call, ports.outgoing, email, what === 'phone_lost' ? letters.phoneLost(name) : letters.sessionEnded(name));
}

const factName = 'storage-key';
/** The group order of P-256. */
const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');

const derived = (key: Uint8Array, salt: string, info: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/**
 * Derives all storage keys. Stored for backups, and made of the oldest signing key, so an older restored database makes
 * the same one.
 */
async function mainKey(trx: Trx, { refresh, older }: Secrets): Promise<Buffer> {
  const oldest = older?.refresh.at(-1) ?? refresh;
  const made = derived(oldest, '', factName, 32).toString('base64url');
  await trx
    .insertInto('server_facts')
    .values({ name: factName, value: made })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await rowsWhere(trx, 'server_facts', { name: factName }).select('value').executeTakeFirstOrThrow();
  return Buffer.from(value, 'base64url');
}

/** A scalar from 48 bytes, so that the modulo leaves no bias. */
const scalarOf = (bytes: Buffer): string =>
  ((BigInt(`0x${bytes.toString('hex')}`) % (order - 1n)) + 1n).toString(16).padStart(64, '0');

/**
 * A key pair that seals a device's data after sign-out (trust.md row 107), derived from person and name: the same after
 * a new password, session or restore. Not stored.
 */
const storageKeyHandler = (secrets: Secrets): Handler<{ readonly name: string }> =>
  personalWrite(async ({ actor, body: { name } }, trx) => {
    const main = await mainKey(trx, secrets);
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(scalarOf(derived(main, name, actor?.userId ?? '', 48)), 'hex');
    return {
      public_key: pair.getPublicKey().toString('base64url'),
      private_key: Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url'),
    };
  });
