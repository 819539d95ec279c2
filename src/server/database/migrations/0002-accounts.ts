/** Accounts: one-time codes and tokens, security events, forgiven refreshes. */
export const accounts = [
  `create table one_time_codes (
    id text primary key, purpose text not null, target text not null, user_id text references users (id),
    code_hash text not null, tries integer not null, address text, created_at text not null, expires_at text not null,
    used_at text)`,
  `create index codes_of_target on one_time_codes (target, purpose, created_at)`,
  `create index codes_by_time on one_time_codes (created_at)`,
  `create table one_time_tokens (
    token_hash text primary key, purpose text not null, user_id text not null references users (id), organization_id text,
    email text not null, created_at text not null, expires_at text not null, used_at text)`,
  `create index tokens_of_user on one_time_tokens (user_id, purpose)`,
  `create table security_events (
    id text primary key, at text not null, what text not null, user_id text, session_id text, address text, device text)`,
  `create index events_of_user on security_events (user_id, at)`,
  `create table strangers (
    email text primary key, failed_logins integer not null, blocked_until text, tried_at text not null)`,
  `create index strangers_by_time on strangers (tried_at)`,
  `alter table sessions add column forgiven integer not null default 0`,
  `alter table sessions add column forgiven_since text`,
  `alter table organizations add column deleted_at text`,
  `alter table organizations add column deleted_by text`,
  `create table invitations (
    id text primary key, organization_id text not null references organizations (id), email text not null, role text not null,
    token_hash text not null unique, invited_by text not null, created_at text not null, expires_at text not null,
    used_at text, cancelled_at text)`,
  `create index invitations_of_farm on invitations (organization_id, email)`,
];
