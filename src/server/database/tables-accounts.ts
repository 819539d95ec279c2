/** A six-digit code sent to a person (trust.md rows 39-41). Without a user the address is nobody's, and looks the same from outside. */
export interface OneTimeCodeRow {
  id: string;
  purpose: 'recovery' | 'phone' | 'email';
  target: string;
  user_id: string | null;
  code_hash: string;
  /** Counted before comparing, so that a thousand guesses at once are five. */
  tries: number;
  device_id: string | null;
  address: string | null;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

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

/** A security event for the account's owner or the operator (trust.md rows 8, 18). Never a secret. */
export interface SecurityEventRow {
  id: string;
  at: string;
  what: string;
  user_id: string | null;
  session_id: string | null;
  address: string | null;
  device: string | null;
}

export interface InvitationRow {
  id: string;
  organization_id: string;
  /** Empty where invited by name. */
  email: string;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  /** Who worked here without access, and keeps his id. */
  user_id: string | null;
  role: 'user' | 'admin' | 'owner';
  token_hash: string;
  invited_by: string;
  created_at: string;
  expires_at: string;
  used_at: string | null;
  cancelled_at: string | null;
}

/** An unknown address tried at log-in: blocked like any other, so that blocking tells nothing (trust.md row 4). */
export interface StrangerRow {
  email: string;
  failed_logins: number;
  blocked_until: string | null;
  tried_at: string;
}

/** A login beside the address: a name given by the farm, or a telephone. */
interface LoginRow {
  login: string;
  user_id: string;
  kind: 'name' | 'phone';
  created_at: string;
}

/** A device somebody has signed in on: its tries count apart from strangers' (`known-devices.ts`). */
export interface KnownDeviceRow {
  id: string;
  user_id: string;
  failed_logins: number;
  blocked_until: string | null;
  used_at: string;
}

/** A rate-limit window (`windows.ts`), shared by processes. */
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
