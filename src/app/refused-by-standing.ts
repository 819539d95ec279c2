import type { Session } from './session/session.ts';
import type { Farm } from './sync/farm.ts';

/** What the server answers off the team, or to too low a role. */
const byStanding: ReadonlySet<string> = new Set(['NOT_FOUND', 'FORBIDDEN']);

/** Resends what was refused because of its author's role or team, now restored. Each is judged anew under its key (decision 8). */
async function offerAgain(farm: Farm): Promise<void> {
  const pending = await farm.views.pending();
  for (const { opId, state, problem } of pending) {
    if (state === 'con_error' && problem && byStanding.has(problem.code)) await farm.acts.retry(opId);
  }
}

/** Watches for the person's return to the open farm; gives what to call when a farm opens. */
export function watchStanding(
  session: Pick<Session, 'state' | 'subscribe'>,
  current: () => Farm | null,
  guarded: (task: () => Promise<void>) => Promise<unknown>,
): () => void {
  let wasOffTeam = false;
  const onTeam = (): void => {
    const farm = current();
    if (farm && !session.state().isOffTeam) void guarded(() => offerAgain(farm));
  };
  session.subscribe(() => {
    const { isOffTeam } = session.state();
    if (wasOffTeam && !isOffTeam) onTeam();
    wasOffTeam = isOffTeam;
  });
  return onTeam;
}
