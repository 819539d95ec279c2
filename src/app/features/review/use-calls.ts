import { useState } from 'react';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { useFarm } from '../../frame/farm-context.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { ask } from '../../session/ask.ts';

/** Calls of the office that need signal: which one is under way, and why the last one did not work. */
export function useOfficeCall() {
  const { session } = useSession();
  const farm = useFarm();
  const [busy, setBusy] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const call = async (endpoint: Endpoint, id: string, body?: unknown): Promise<boolean> => {
    setBusy(endpoint.path);
    setFailed(null);
    const params = { org: farm.organizationId, id };
    const answer = await ask(session, endpoint, { params, ...(body !== undefined && { body }) });
    setBusy(null);
    if (!answer.ok) setFailed(answer.problem.message);
    // What was decided is on this phone too before the next touch, live connection or not.
    else await farm.acts.sendNow();
    return answer.ok;
  };
  return { busy: busy !== null, failed, call };
}
