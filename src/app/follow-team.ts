import { fillPath } from '#contract/endpoint.ts';
import { feedPath } from '#contract/session-paths.ts';
import type { LiveConnection } from './net/live-connection.ts';
import type { Session } from './session/session.ts';
import type { Hints } from './sync/ports.ts';

interface Signs {
  readonly session: Pick<Session, 'state' | 'onReply' | 'reloadOrganizations'>;
  readonly live: Pick<LiveConnection, 'onConnect' | 'onMessage'>;
  readonly hints: Pick<Hints, 'subscribe'>;
}

/**
 * Reloads the person's roles and teams, which others may change (product.md §4, `update-organization`), after a reconnection, a signal or
 * any answer. A feed that is not found means 'off the team'.
 */
export function followTeam({ session, live, hints }: Signs): void {
  let isAsking = false;
  let isOwed = false;
  const ask = async (): Promise<void> => {
    isOwed = true;
    if (isAsking || session.state().status !== 'signed-in') return;
    isAsking = true;
    try {
      // A change announced during a load may not be in it.
      for (let isAnswered = true; isOwed && isAnswered;) {
        isOwed = false;
        isAnswered = await session.reloadOrganizations();
        isOwed ||= !isAnswered;
      }
    } finally {
      isAsking = false;
    }
  };
  live.onConnect(() => void ask());
  live.onMessage((message) => {
    const { action } = (message ?? {}) as { readonly action?: unknown };
    if (action === 'update-organization') void ask();
  });
  hints.subscribe((hint) => {
    if (isOwed && (hint === 'online' || hint === 'visible')) void ask();
  });
  session.onReply((path, reply) => {
    const { selectedId, isOffTeam } = session.state();
    const feed = selectedId !== null && !isOffTeam ? fillPath(feedPath, { org: selectedId }) : null;
    const isGone = reply.outcome === 'refused' && reply.problem.code === 'NOT_FOUND' && feed !== null;
    const isReached = reply.outcome !== 'unreachable';
    // The browser reports signal before the server can be reached.
    if ((isOwed && isReached) || (isGone && path.startsWith(feed))) void ask();
  });
}
