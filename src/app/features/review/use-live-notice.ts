import { useEffect, useEffectEvent } from 'react';
import { constants } from '#contract/constants.ts';
import { liveEnvelope, type LiveNotice } from '#contract/live.ts';
import { useLiveSigns } from '#platform';

const isAbout = (message: unknown, notice: LiveNotice, organizationId: string): boolean => {
  const { data } = liveEnvelope.safeParse(message);
  return data?.action === notice && data.organization_id === organizationId;
};

/**
 * Calls `tell` when the server announces a change of something not stored here, and on reconnection; batched by half a second (product.md
 * §9).
 */
export function useLiveNotice(notice: LiveNotice, organizationId: string, tell: () => void): void {
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
