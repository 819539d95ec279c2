import { useEffect, useEffectEvent } from 'react';
import { constants } from '#contract/constants.ts';
import { type Refused, refusedEndpoints } from '#contract/endpoints/refused.ts';
import { liveEnvelope, type LiveNotice } from '#contract/live.ts';
import { useAnswer, useDraftOf, useFarm, useLiveSigns } from '#platform';

/** Draft key of how many waited at the server's last answer. */
const refusedKey = 'rechazados';

interface AskedRefused {
  /** Null until the server answers. */
  readonly records: readonly Refused[] | null;
  /** At the last answer to any screen of this phone; undefined while it is read. */
  readonly waiting: number | undefined;
  readonly isAsking: boolean;
  readonly again: () => void;
}

/**
 * Records that the server refused from phones, for who may review (trust.md rows 97 and 112). Asked while a screen shows them or their
 * number; the number stays on this phone for when there is no signal.
 */
export function useRefused(mayReview: boolean): AskedRefused {
  const farm = useFarm();
  const { value, busy, again } = useAnswer(refusedEndpoints.refused, { org: farm.organizationId }, mayReview);
  useLiveNotice('refused-updated', farm.organizationId, again);
  const kept = useDraftOf(refusedKey);
  const keep = useEffectEvent((count: number): void => {
    if (count !== countIn(kept)) void farm.saveDraft(refusedKey, { count });
  });
  const isRead = kept !== undefined;
  useEffect(() => {
    if (value && isRead) keep(value.refused.length);
  }, [value, isRead]);
  return { records: value?.refused ?? null, waiting: mayReview ? countIn(kept) : 0, isAsking: busy, again };
}

const countIn = (kept: ReturnType<typeof useDraftOf>): number | undefined =>
  kept === undefined ? undefined : Number(kept?.count ?? 0);

const isAbout = (message: unknown, notice: LiveNotice, organizationId: string): boolean => {
  const { data } = liveEnvelope.safeParse(message);
  return data?.action === notice && data.organization_id === organizationId;
};

/**
 * Calls `tell` when the server announces a change of something not stored here, and on reconnection; batched by half a second (product.md
 * §9).
 */
function useLiveNotice(notice: LiveNotice, organizationId: string, tell: () => void): void {
  const connection = useLiveSigns();
  const tellNow = useEffectEvent(tell);
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const soon = (): void => {
      waiting ??= setTimeout(() => {
        waiting = undefined;
        tellNow();
      }, constants.subscriptionBatchMs);
    };
    const stopHearing = connection.onMessage((message) => {
      if (isAbout(message, notice, organizationId)) soon();
    });
    const stopWatching = connection.onConnect(soon);
    return () => {
      clearTimeout(waiting);
      stopHearing();
      stopWatching();
    };
  }, [connection, notice, organizationId]);
}
