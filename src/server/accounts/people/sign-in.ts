import { letters } from '../../../contract/sentences-mail.ts';
import { deviceName } from '../../../domain/people/device-name.ts';
import { sentences as specSentences } from '../../../contract/sentences.ts';
import { serverSentences as sentences } from '../../../contract/sentences-server.ts';
import type { KnownDeviceRow } from '../../database/tables-accounts.ts';
import { type Db, rowsWhere, setWhere, type Trx, type UserRow } from '../../database/tables.ts';
import { type Answer, type Call, type CallTo, type EndpointHandlers, preparedWrite } from '../../kernel/call.ts';
import type { Outgoing } from '../../messages/outgoing.ts';
import { type EventPorts, noteEvent, writeTo } from './events.ts';
import {
  countFailure,
  countStranger,
  knownDeviceOf,
  noFailures,
  refuseWhileBlocked,
  strangerBy,
  wrongLogin,
} from './known-devices.ts';
import { hashPassword, isOldHash, isPassword } from './passwords.ts';
import type { Open } from './sessions.ts';
import { refuseCommon, refuseTaken, userByEmail, userByLogin, type Verdict } from './person.ts';
import { insertUser } from '../membership.ts';

export interface SignInPorts extends EventPorts {
  readonly outgoing: Outgoing;
}

/** Sign-up and sign-in (trust.md §1.1). Slow work comes before the transaction; its result is rechecked inside. */
export const signInHandlers = (ports: SignInPorts, open: Open): EndpointHandlers => ({
  signUp: preparedWrite(hashOfNew, async (call, trx, password_hash) => {
    const { email, first_name, last_name, phone } = call.body;
    if (await userByEmail(trx, email)) refuseTaken();
    const id = ports.newId();
    const user = await insertUser(trx, { id, email, password_hash, first_name, last_name, phone }, call.now);
    await noteEvent(trx, ports, call, 'signed_up', { userId: user.id });
    return { ...(await open(call, trx, user)), message: sentences.signedUp };
  }),
  logIn: preparedWrite(verdictOn, (call, trx, verdict) => logIn(call, trx, verdict, ports, open)),
});

async function hashOfNew(call: CallTo<'signUp'>, db: Db): Promise<string> {
  await refuseCommon(db, { id: '', ...call.body }, call.body.password, 'password');
  if (await userByEmail(db, call.body.email)) refuseTaken();
  return await hashPassword(call.body.password);
}

interface LogInVerdict extends Verdict {
  readonly isStranger: boolean;
  /** A hash by today's parameters, if the stored one is older. */
  readonly newHash: string | null;
}

/** An unknown address takes the same time and gets the same answer. */
async function verdictOn(call: CallTo<'logIn'>, db: Db): Promise<LogInVerdict> {
  const { email, password } = call.body;
  const user = await userByLogin(db, email);
  const device = await knownDeviceOf(db, call, user?.id);
  const counted = device ?? user ?? (await strangerBy(db, email));
  if (counted) refuseWhileBlocked(counted, user?.email ?? email, call.now);
  const isRight = await isPassword(user?.password_hash ?? null, password);
  if (!user) return { isStranger: true, isRight: false, hash: '', newHash: null };
  const newHash = isRight && isOldHash(user.password_hash) ? await hashPassword(password) : null;
  return { isStranger: false, isRight, hash: user.password_hash, newHash };
}

async function logIn(
  call: CallTo<'logIn'>,
  trx: Trx,
  verdict: LogInVerdict,
  ports: SignInPorts,
  open: Open,
): Promise<Answer> {
  const user = await userByLogin(trx, call.body.email);
  if (!user || verdict.isStranger) {
    await countStranger(trx, call.body.email, call.now);
    await noteEvent(trx, ports, call, 'sign_in_failed', { userId: null });
    return wrongLogin(call.body.email);
  }
  // Of a hundred guesses at once only the first few count: the delay they set holds for the rest.
  const device = await knownDeviceOf(trx, call, user.id);
  refuseWhileBlocked(device ?? user, user.email, call.now);
  // The password changed during the comparison.
  if (!verdict.isRight || verdict.hash !== user.password_hash) {
    await countFailure(trx, user, device, call.now);
    await noteEvent(trx, ports, call, 'sign_in_failed', { userId: user.id });
    return wrongLogin(call.body.email);
  }
  await settleCounts(trx, user, device, verdict.newHash);
  if (await isNewDevice(trx, user.id, call.userAgent)) tellOfDevice(call, ports.outgoing, user.email);
  await noteEvent(trx, ports, call, 'signed_in', { userId: user.id });
  return { ...(await open(call, trx, user)), message: specSentences.signedIn };
}

/** On a known device strangers' failures stay counted. */
async function settleCounts(
  trx: Trx,
  user: UserRow,
  device: KnownDeviceRow | null,
  newHash: string | null,
): Promise<void> {
  const changes = { ...(device ? {} : noFailures), ...(newHash !== null && { password_hash: newHash }) };
  if (Object.keys(changes).length === 0) return;
  await setWhere(trx, 'users', { id: user.id }, changes);
}

async function isNewDevice(trx: Trx, userId: string, userAgent: string | null): Promise<boolean> {
  const device = userAgent?.slice(0, 200) ?? null;
  const rows = await rowsWhere(trx, 'sessions', { user_id: userId }).select('device').distinct().execute();
  return rows.length > 0 && !rows.some((row) => row.device === device);
}

function tellOfDevice(call: Call, outgoing: Outgoing, email: string): void {
  const at = new Intl.DateTimeFormat('es-AR', {
    timeZone: 'America/Argentina/Buenos_Aires',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(new Date(call.now));
  writeTo(call, outgoing, email, letters.newDevice(deviceName(call.userAgent) ?? sentences.unknownDevice, at));
}
