import { headers as headerNames } from '../../contract/constants.ts';
import { beginLife, type Known, standingOf } from '../database/lives.ts';
import type { Committed } from '../database/commit.ts';
import { type Db, rowsWhere } from '../database/tables.ts';
import type { CoreRequest } from './exchange.ts';
import { type Actor, refuse } from './call.ts';
import { organizationOf, type Place } from './locate.ts';
import { bearerOf } from './read-request.ts';
import { matchRoute, type Route } from './routes.ts';

interface Ports {
  readonly db: Db;
  readonly farmDb: Db;
  readonly now: () => number;
  readonly onCommit: (committed: Committed) => void;
}

const waitSeconds = 60;

/** A phone's name for a backend without the extension: no life of this history. */
const noEpoch = 'none';

const markPattern = /^[\w-]{1,80}$/;
const numberIn = (text: string | undefined): number | null => (text && /^\d{1,15}$/.test(text) ? Number(text) : null);
const markIn = (text: string | undefined): string | null => (text && markPattern.test(text) ? text : null);

/** The most commits a phone can name: those answered and not fetched, and where its rows stand. */
const mostNamed = 40;

/** What a call knows of the farm's history (wire.md §Sync): its newest commits, from headers; for the feed also its cursor, from the query. */
export function knownBy(route: Route, { headers, query }: CoreRequest): Known {
  const named = (headers[headerNames.known] ?? '').split(',', mostNamed).map((word) => word.trim().split('.'));
  const from = route.name === 'pull' ? [[query.since, query.mark]] : [];
  const commits = [...named, ...from].flatMap(([number, mark]) => {
    const seq = numberIn(number);
    return seq === null ? [] : [{ seq, mark: markIn(mark) }];
  });
  const epoch = route.name === 'pull' ? query.epoch : headers[headerNames.epoch];
  return { epoch: epochIn(epoch), commits };
}

const epochIn = (text: string | undefined): string | null => (text === noEpoch ? null : markIn(text));

/**
 * Refuses a call whose phone knows another history: OTHER_LIFE. If this database is the older copy, begins a new life first, for every phone to
 * notice. The phone fetches all, then sends again.
 */
export async function refuseOtherLife(ports: Ports, known: Known, { organizationId, head }: Place): Promise<void> {
  const standing = await standingOf(ports.db, organizationId, head, known);
  if (standing === 'same') return;
  if (standing === 'older') return refuse('OTHER_LIFE');
  const begun = await beginLife(ports.farmDb, organizationId, known, ports.now());
  if (begun === null) return refuse('RATE_LIMITED', { parts: { retry_after: waitSeconds } });
  if (begun.committed) ports.onCommit(begun.committed);
  return refuse('OTHER_LIFE');
}

interface Asked extends Pick<Ports, 'db' | 'now'> {
  readonly authenticate: (token: string, now: number) => Promise<Pick<Actor, 'userId'>>;
}

/** The life of the farm of a refused request, for present and former members: after a restore 'not found' means 'lost'. Null for others. */
export async function epochFor(ports: Asked, request: CoreRequest): Promise<string | null> {
  const route = matchRoute(request.method, request.path);
  if (!route || route.endpoint.farm === null) return null;
  try {
    const { userId } = await ports.authenticate(bearerOf(request), ports.now());
    const row = await rowsWhere(ports.db, 'memberships', {
      organization_id: (await organizationOf(ports.db, route, request.body)) ?? '',
      user_id: userId,
    })
      .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
      .select('epoch')
      .executeTakeFirst();
    return row?.epoch ?? null;
  } catch {
    // The refusal itself has said so already.
    return null;
  }
}
