import { useState } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { useAsk, useFarm } from '#platform';
import { useOnce } from '#forms';

/** A call of the office, one at a time, with its failure. */
export function useOfficeCall() {
  const ask = useAsk();
  const farm = useFarm();
  const [failed, setFailed] = useState<string | null>(null);
  const once = useOnce(async (endpoint: Endpoint, id: string, body?: unknown): Promise<boolean> => {
    setFailed(null);
    const params = { org: farm.organizationId, id };
    const answer = await ask(endpoint, { params, ...(body !== undefined && { body }) });
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
