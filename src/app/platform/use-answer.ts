import { useEffect, useState } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { ask, type CallFailure } from '#session/ask.ts';
import { useSession } from './session-context.tsx';

/** Makes calls in the session of this device. */
export function useAsk() {
  const { session } = useSession();
  return <E extends Endpoint>(endpoint: E, given?: Parameters<typeof ask>[2]) => ask(session, endpoint, given);
}

export interface Asked<T> {
  /** The last answer; a later failure keeps it. */
  readonly value: T | null;
  readonly failed: CallFailure | null;
  readonly busy: boolean;
  readonly again: () => void;
}

/** Asks the server on mount and on demand, once `isWanted`. `params` fill the path. */
export function useAnswer<E extends Endpoint>(
  endpoint: E,
  params: Readonly<Record<string, string>> = {},
  isWanted = true,
): Asked<E['answer']['_zod']['output']> {
  const { session } = useSession();
  const [value, setValue] = useState<E['answer']['_zod']['output'] | null>(null);
  const [failed, setFailed] = useState<CallFailure | null>(null);
  const [busy, setBusy] = useState(true);
  const [times, setTimes] = useState(0);
  const text = JSON.stringify(params);
  useEffect(() => {
    let isHere = true;
    if (!isWanted) return undefined;
    void ask(session, endpoint, { params: JSON.parse(text) as Record<string, string> }).then((answer) => {
      if (!isHere) return;
      if (answer.ok) setValue(answer.value);
      setFailed(answer.ok ? null : answer.problem);
      setBusy(false);
    });
    return () => {
      isHere = false;
    };
  }, [session, endpoint, text, times, isWanted]);
  return {
    value,
    failed,
    busy: isWanted && busy,
    again: () => {
      setBusy(true);
      setTimes(times + 1);
    },
  };
}
