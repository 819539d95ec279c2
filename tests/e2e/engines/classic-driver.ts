import type { Send } from './web-driver.ts';

/** How an answer looks on the wire, whether it is a value or the driver's reason why there is none. */
interface Answer {
  readonly value: unknown;
}

/** Where the acts are found below a session; the element of an act is part of its address. */
const paths = {
  'Navigate To': 'url',
  'Execute Async Script': 'execute/async',
  'Element Click': 'element/:element/click',
  'Element Send Keys': 'element/:element/value',
} as const;

/** An answer can get lost where a page goes while it is asked: whoever asks is told so soon enough to ask again. */
const limits = { page: 60_000, act: 10_000 } as const;

async function ask(method: 'POST' | 'DELETE', address: string, ms: number, given?: object): Promise<unknown> {
  const answer = await fetch(address, {
    method,
    signal: AbortSignal.timeout(ms),
    headers: { 'content-type': 'application/json' },
    ...(given && { body: JSON.stringify(given) }),
  });
  const { value } = (await answer.json()) as Answer;
  if (!answer.ok) throw new Error(JSON.stringify(value).slice(0, 500));
  return value;
}

/** A session of a driver that speaks WebDriver as its standard has it, over HTTP. */
export interface DriverSession {
  readonly send: Send;
  /** Ends the session, and the browser with it. */
  readonly quit: () => Promise<void>;
}

/** Asks a driver that listens for a session, which starts the browser. */
export async function startSession(driver: string, capabilities: object): Promise<DriverSession> {
  const { sessionId } = (await ask('POST', `${driver}/session`, limits.page, { capabilities })) as {
    readonly sessionId: string;
  };
  const session = `${driver}/session/${sessionId}`;
  const send: Send = (act, given) => {
    const { element = '', ...rest } = given as { readonly element?: string };
    const ms = act === 'Navigate To' ? limits.page : limits.act;
    return ask('POST', `${session}/${paths[act].replace(':element', element)}`, ms, rest);
  };
  const quit = async (): Promise<void> => {
    await ask('DELETE', session, limits.act);
  };
  return { send, quit };
}
