/** A code of six figures sent to a person (trust.md rows 39-41). A row without a person: the address is nobody's, and looks the same from outside. */
export interface OneTimeCodeRow {
  id: string;
  purpose: 'recovery' | 'phone' | 'email';
  /** The address or the phone that it went to. */
  target: string;
  user_id: string | null;
  code_hash: string;
  /** Tries that were begun: counted before the comparison, so that a thousand guesses at once are five. */
  tries: number;
  /** The known device that asked for it; null for any other. */
  device_id: string | null;
  address: string | null;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

/** A token for one use (`server/kernel/one-time.ts`). */
export interface OneTimeTokenRow {
  token_hash: string;
  purpose: 'reset' | 'initial';
  user_id: string;
  organization_id: string | null;
  email: string;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

/** Something about an account that its owner or the operator may have to look at (trust.md rows 8, 18). Never a secret. */
export interface SecurityEventRow {
  id: string;
  at: string;
  what: string;
  user_id: string | null;
  session_id: string | null;
  address: string | null;
  device: string | null;
}

/** Somebody who was asked to join a farm and has not come. */
export interface InvitationRow {
  id: string;
  organization_id: string;
  /** Empty where he was invited by his name. */
  email: string;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  /** Who worked here without access, and goes on under his id. */
  user_id: string | null;
  role: 'user' | 'admin' | 'owner';
  token_hash: string;
  invited_by: string;
  created_at: string;
  expires_at: string;
  used_at: string | null;
  cancelled_at: string | null;
}

/** An address that nobody has, tried at log-in: it is made to wait like any other, so that waiting tells nothing (trust.md row 4). */
export interface StrangerRow {
  email: string;
  failed_logins: number;
  blocked_until: string | null;
  tried_at: string;
}

/** What somebody signs in with beside his address: the name that his farm gave him, or his telephone. */
interface LoginRow {
  login: string;
  user_id: string;
  kind: 'name' | 'phone';
  created_at: string;
}

/** A device that somebody has been in on: what is tried there is counted apart from what strangers try (`known-devices.ts`). */
export interface KnownDeviceRow {
  /** A hash of the word that it shows, with the account's id. */
  id: string;
  user_id: string;
  failed_logins: number;
  blocked_until: string | null;
  used_at: string;
}

/** How often somebody called within a window (`windows.ts`): shared between processes. */
interface LimitWindowRow {
  name: string;
  hits: number;
  /** Milliseconds since 1970. */
  ends_at: number;
}

export interface AccountTables {
  known_devices: KnownDeviceRow;
  limit_windows: LimitWindowRow;
  strangers: StrangerRow;
  invitations: InvitationRow;
  logins: LoginRow;
  one_time_codes: OneTimeCodeRow;
  one_time_tokens: OneTimeTokenRow;
  security_events: SecurityEventRow;
}
