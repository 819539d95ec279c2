import { useState } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { useFarm, useSession } from '#platform';
import { useOnce } from '#forms';
import { ask } from '#session/ask.ts';

/** A call of the office, one at a time, with its failure. */
export function useOfficeCall() {
  const { session } = useSession();
  const farm = useFarm();
  const [failed, setFailed] = useState<string | null>(null);
  const once = useOnce(async (endpoint: Endpoint, id: string, body?: unknown): Promise<boolean> => {
    setFailed(null);
    const params = { org: farm.organizationId, id };
    const answer = await ask(session, endpoint, { params, ...(body !== undefined && { body }) });
    if (!answer.ok) setFailed(answer.problem.message);
    return answer.ok;
  });
  const call = async (endpoint: Endpoint, id: string, body?: unknown): Promise<boolean> => {
    const isDone = (await once.run(endpoint, id, body)) ?? false;
    // Brings the result to this phone before the next tap, without the live connection too.
    if (isDone) await farm.acts.sendNow();
    return isDone;
  };
  return { busy: once.busy, failed, call };
}
