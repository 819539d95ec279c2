const kept = `
  id text primary key, organization_id text not null, created_by text, created_at text not null, updated_at text not null,
  version integer not null, deleted integer not null, deleted_by text, deleted_at text, content text not null,
  edits text not null`;

/** Notes, tasks, reproductive cycles, invoices with files, conversations by telephone. */
export const office = [
  `create table notes (${kept}, visibility text not null)`,
  `create index notes_of_organization on notes (organization_id, created_at)`,
  `create table tasks (${kept}, state text not null)`,
  `create index tasks_of_organization on tasks (organization_id, created_at)`,
  `create table cycles (${kept},
    state text not null, hand_state text not null, seen_event text, service_start text not null, service_end text not null)`,
  `create index cycles_of_organization on cycles (organization_id, service_start)`,
  `create table invoices (${kept}, state text not null, identity text)`,
  `create index invoices_of_organization on invoices (organization_id, created_at)`,
  `create unique index invoices_once on invoices (organization_id, identity) where identity is not null and deleted = 0`,
  `create table invoice_captures (
    organization_id text not null, id text primary key, invoice_id text not null references invoices (id))`,
  `create table files (
    id text primary key, organization_id text not null, invoice_id text not null references invoices (id), name text not null,
    type text not null, size integer not null, digest text not null, created_by text, created_at text not null)`,
  `create index files_of_invoice on files (organization_id, invoice_id)`,
  `create table conversations (
    id text primary key, phone text not null unique, user_id text, organization_id text, last_message text,
    last_at text not null, unread integer not null)`,
  `create index conversations_by_time on conversations (last_at)`,
  `create table messages (
    id text primary key, conversation_id text not null references conversations (id), provider_id text unique,
    direction text not null, text text, choice text, audio_id text, at text not null, state text not null, movement_id text)`,
  `create index messages_of_conversation on messages (conversation_id, at)`,
  `create table audios (
    id text primary key, conversation_id text not null references conversations (id), type text not null,
    size integer not null, created_at text not null)`,
  `create table accesses (
    id numbered, at text not null, user_id text not null, session_id text not null, what text not null, thing_id text)`,
];
