import type { RunStatement } from '../statement.ts';

/** Logins other than an address, and invitations by name (domain.md §2.12). */
export async function logins(run: RunStatement): Promise<void> {
  await run(
    `create table logins (login text primary key, user_id text not null, kind text not null, created_at text not null)`,
  );
  await run(`create index logins_of_user on logins (user_id)`);
  for (const column of ['first_name', 'last_name', 'phone', 'user_id'])
    await run(`alter table invitations add column ${column} text`);
}
