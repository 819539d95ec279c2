import { connect, type Socket } from 'node:net';
import type { Send } from './web-driver.ts';

/** What Firefox calls the acts, and how it calls an element in them. */
const names = {
  'Navigate To': 'WebDriver:Navigate',
  'Execute Async Script': 'WebDriver:ExecuteAsyncScript',
  'Element Click': 'WebDriver:ElementClick',
  'Element Send Keys': 'WebDriver:ElementSendKeys',
} as const;

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Messages are JSON after their length in bytes: takes what is whole off the front of what has come. */
function takeMessages(come: Buffer): { readonly messages: readonly unknown[]; readonly rest: Buffer } {
  const messages: unknown[] = [];
  let rest = come;
  for (;;) {
    const colon = rest.indexOf(':');
    const end = colon + 1 + Number(rest.subarray(0, Math.max(colon, 0)).toString());
    if (colon < 0 || rest.length < end) return { messages, rest };
    messages.push(JSON.parse(rest.subarray(colon + 1, end).toString()));
    rest = rest.subarray(end);
  }
}

/** A session of Firefox's own remote protocol: WebDriver's acts over a plain socket, which Debian's Firefox has without another program. */
export interface Marionette {
  readonly send: Send;
  /** An act that is Firefox's alone. */
  readonly say: (command: string, given?: object) => Promise<unknown>;
}

const open = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });

/** Connects to a Firefox that listens. */
export async function connectMarionette(port: number): Promise<Marionette> {
  const socket = await open(port);
  const waiting = new Map<number, Waiting>();
  let come = Buffer.alloc(0);
  let asked = 0;
  socket.on('data', (part: Buffer) => {
    const { messages, rest } = takeMessages(Buffer.concat([come, part]));
    come = Buffer.from(rest);
    for (const message of messages) {
      // The first says who speaks; it answers nothing.
      if (!Array.isArray(message)) continue;
      const [, id, error, value] = message as [number, number, unknown, unknown];
      if (error) waiting.get(id)?.reject(new Error(JSON.stringify(error).slice(0, 500)));
      else waiting.get(id)?.resolve(value);
      waiting.delete(id);
    }
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox hung up'));
  });
  const say = (command: string, given: object = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      asked += 1;
      waiting.set(asked, { resolve, reject });
      const text = JSON.stringify([0, asked, command, given]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  const send: Send = async (act, given) => {
    const { element, ...rest } = given as { readonly element?: string };
    const params = { ...rest, ...(element !== undefined && { id: element }) };
    return ((await say(names[act], params)) as { readonly value?: unknown } | null)?.value;
  };
  return { send, say };
}
