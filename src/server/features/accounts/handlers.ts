import type { Transaction } from 'kysely';
import type { Tables, UserRow } from '../../database/tables.ts';
import { type Call, type Handlers, personalWrite, read, refuse } from '../call.ts';
import { hashPassword, isCommonPassword, isPassword, spendTheTime } from './passwords.ts';
import { endSession, openSession, rotate } from './sessions.ts';
import type { Secrets } from './tokens.ts';

interface Ports {
  readonly secrets: Secrets;
  readonly newId: () => string;
  /** Told when a session ends, so that its live connections end too. */
  readonly onSessionEnd: (sessionId: string) => void;
}

interface SignUp {
  readonly email: string;
  readonly password: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string;
}

const firstDelayedFailure = 5;
const longestDelayMs = 15 * 60_000;

/** Sign-up, log-in, refresh, log-out and the person's own sessions (product.md §4 Session, trust.md §1.1-1.3). */
export function accountHandlers(ports: Ports): Handlers {
  const { secrets, newId } = ports;
  const open = (call: Call, trx: Transaction<Tables>, user: Pick<UserRow, 'id' | 'is_super_admin'>) =>
    openSession(trx, secrets, user, { id: newId(), now: call.now, device: call.userAgent });

  return {
    signUp: personalWrite<SignUp>(async (call, trx) => {
      const { email, password, first_name, last_name, phone } = call.body;
      if (isCommonPassword(password, [first_name, last_name, email.split('@')[0] ?? ''])) {
        refuse('WEAK_PASSWORD', { issues: [{ path: 'password', message: 'Elegí una contraseña menos común' }] });
      }
      const taken = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
      if (taken) refuse('EMAIL_TAKEN', { issues: [{ path: 'email', message: 'Ya existe una cuenta con ese correo' }] });
      const user: UserRow = {
        id: newId(),
        email,
        password_hash: await hashPassword(password),
        first_name,
        last_name,
        phone,
        is_super_admin: 0,
        failed_logins: 0,
        blocked_until: null,
        created_at: new Date(call.now).toISOString(),
      };
      await trx.insertInto('users').values(user).execute();
      return { ...(await open(call, trx, user)), message: 'Cuenta creada' };
    }),
    logIn: personalWrite<{ email: string; password: string }>((call, trx) => logIn(call, trx, open)),
    refreshToken: personalWrite<{ refresh_token: string }>(async (call, trx) => {
      const rotation = await rotate(trx, secrets, call.body.refresh_token, call.key, call.now);
      return 'pair' in rotation ? { ...rotation.pair } : { refusal: 'SESSION_REUSE' };
    }),
    logOut: personalWrite(async (call, trx) => {
      const sessionId = call.actor?.sessionId ?? '';
      await endSession(trx, sessionId, call.now);
      ports.onSessionEnd(sessionId);
      return {};
    }),
    sessions: read(async (call, db) => {
      const rows = await db
        .selectFrom('sessions')
        .selectAll()
        .where('user_id', '=', call.actor?.userId ?? '')
        .where('ended_at', 'is', null)
        .orderBy('last_used_at', 'desc')
        .execute();
      const sessions = rows.map(({ id, device, created_at, last_used_at }) => ({
        id,
        device,
        app_version: null,
        created_at,
        last_used_at,
        current: id === call.actor?.sessionId,
      }));
      return { sessions };
    }),
    endSession: personalWrite(async (call, trx) => {
      const id = call.params['id'] ?? '';
      const own = await trx
        .selectFrom('sessions')
        .select('id')
        .where('id', '=', id)
        .where('user_id', '=', call.actor?.userId ?? '')
        .executeTakeFirst();
      if (!own) refuse('NOT_FOUND');
      await endSession(trx, id, call.now);
      ports.onSessionEnd(id);
      return {};
    }),
    user: read(async (call, db) => {
      const user = await db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', call.actor?.userId ?? '')
        .executeTakeFirst();
      if (!user) return refuse('TOKEN_INVALID');
      const { id, email, first_name, last_name, phone } = user;
      return { user: { id, email, first_name, last_name, phone, is_super_admin: user.is_super_admin === 1 } };
    }),
  };
}

async function logIn(
  call: Call<{ email: string; password: string }>,
  trx: Transaction<Tables>,
  open: (call: Call, trx: Transaction<Tables>, user: UserRow) => Promise<object>,
): Promise<Record<string, unknown>> {
  const { email, password } = call.body;
  const user = await trx.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
  if (!user) {
    await spendTheTime(password);
    return refuse('WRONG_CREDENTIALS');
  }
  const waitMs = user.blocked_until ? Date.parse(user.blocked_until) - call.now : 0;
  if (waitMs > 0) return refuse('RATE_LIMITED', { parts: { retry_after: Math.ceil(waitMs / 1000) } });
  if (!(await isPassword(user.password_hash, password))) return { refusal: await countFailure(trx, user, call.now) };
  await trx.updateTable('users').set({ failed_logins: 0, blocked_until: null }).where('id', '=', user.id).execute();
  return { ...(await open(call, trx, user)) };
}

/** From the fifth failure on every next try waits twice as long, up to a quarter of an hour; the owner's phones go on refreshing. */
async function countFailure(trx: Transaction<Tables>, user: UserRow, now: number): Promise<'WRONG_CREDENTIALS'> {
  const failed = user.failed_logins + 1;
  const delayMs =
    failed < firstDelayedFailure ? 0 : Math.min(1000 * 2 ** (failed - firstDelayedFailure), longestDelayMs);
  await trx
    .updateTable('users')
    .set({ failed_logins: failed, blocked_until: delayMs > 0 ? new Date(now + delayMs).toISOString() : null })
    .where('id', '=', user.id)
    .execute();
  return 'WRONG_CREDENTIALS';
}
