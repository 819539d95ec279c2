import type { Transaction } from 'kysely';
import type { FarmHead } from '../database/scope.ts';
import type { Tables } from '../database/tables.ts';
import { visibilityOf } from '../herd/present/present-movement.ts';
import type { Call } from '../kernel/call.ts';

type Db = Transaction<Tables>;

/** The farm's head in the snapshot. */
export const headOf = (db: Db, call: Call): Promise<FarmHead> =>
  db
    .selectFrom('organizations')
    .select(['seq', 'mark', 'epoch'])
    .where('id', '=', call.organizationId ?? '')
    .executeTakeFirstOrThrow();

/** What decides field visibility: prices by role and the owner's setting, addresses by role. */
export const readerOf = async (db: Db, call: Call): Promise<string> =>
  `${call.role ?? 'nobody'} ${await visibilityOf(db, call.organizationId ?? '', call.role)}`;
