import type { Server } from 'node:http';
import { roleMay } from '../domain/people/permissions.ts';
import { authenticate } from './kernel/authenticate.ts';
import type { Database } from './database/open.ts';
import { type Db, rowsWhere } from './database/tables.ts';
import type { Secrets } from './kernel/tokens.ts';
import { Refusal } from './kernel/call.ts';
import { callerOf, networkOf } from './http/caller.ts';
import type { DoorRules } from './live/door.ts';
import { createLive, type Live, type LivePorts } from './live/live.ts';
import { openRelay } from './live/relay.ts';
import { publicUrlOf } from './outward.ts';
import { proxiesOf, type Settings } from './settings.ts';

const livePorts = (db: Db, secrets: Secrets, onBug: (error: unknown) => void): LivePorts => ({
  now: Date.now,
  authenticate: (token) =>
    authenticate(db, secrets, token, Date.now()).catch((error: unknown) => {
      throw error instanceof Refusal ? new Error(error.problem.code) : error;
    }),
  isMember: async (userId, organizationId) =>
    (await rowsWhere(db, 'memberships', {
      organization_id: organizationId,
      user_id: userId,
      removed_at: null,
    })
      .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
      .where('deleted_at', 'is', null)
      .select('role')
      .executeTakeFirst()) !== undefined,
  reviewersOf: async (organizationId) => {
    const members = await rowsWhere(db, 'memberships', { organization_id: organizationId, removed_at: null })
      .select(['user_id', 'role'])
      .execute();
    return members.filter(({ role }) => roleMay(role, 'review')).map((member) => member.user_id);
  },
  onBug,
});

function doorOf(settings: Settings): DoorRules {
  const proxies = proxiesOf(settings);
  return { publicUrl: publicUrlOf(settings), callerOf: (request) => networkOf(callerOf(request, proxies)) };
}

/** Opens the live side on the HTTP server; processes on one PostgreSQL share it. */
export async function openLive(
  http: Server,
  { all, pool }: Pick<Database, 'all' | 'pool'>,
  { secrets, settings }: { readonly secrets: Secrets; readonly settings: Settings },
  handlers: { readonly bug: (error: unknown) => void; readonly broken: (error: Error) => void },
): Promise<Live> {
  const relay = pool && (await openRelay(pool, handlers.broken));
  return createLive(http, livePorts(all, secrets, handlers.bug), relay, doorOf(settings));
}
