import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { contractVersion, headers } from '../../../src/contract/constants.ts';

/** A call of the API as it came over a line, and what was answered; null while it is open, and for a live connection. */
export interface LineCall {
  readonly method: string;
  readonly path: string;
  status: number | null;
  /** The code of a refusal. */
  code: string | null;
}

/** The way of one phone to the server: a program between the two, which counts what goes over it and can be cut. */
export interface PhoneLine {
  /** Where the phone finds the server. */
  readonly address: string;
  /** Every call of the API since `countAnew`, refused ones too; a live connection is one. */
  readonly calls: () => readonly LineCall[];
  readonly countAnew: () => void;
  /** Without signal nothing gets through, and what is under way is torn. */
  readonly setSignal: (hasSignal: boolean) => void;
  /** The next call with a token hears that it has run out, as after its quarter of an hour: the phone renews it. */
  readonly expireNext: () => void;
  readonly close: () => Promise<void>;
}

const isOfApi = (path: string): boolean => path.startsWith('/api/');

/** What every socket that stands is known by, so that all can be torn. */
function watched(): { readonly add: (socket: Duplex) => void; readonly tear: () => void } {
  const sockets = new Set<Duplex>();
  return {
    add: (socket) => {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    },
    tear: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Opens a line to a server on loopback. */
export async function openPhoneLine(server: { readonly address: string }): Promise<PhoneLine> {
  const port = Number(new URL(server.address).port);
  const sockets = watched();
  let calls: LineCall[] = [];
  let hasSignal = true;
  let mustExpire = false;

  const note = ({ method = 'GET', url = '/' }: IncomingMessage): LineCall => {
    const call: LineCall = { method, path: url.split('?')[0] ?? url, status: null, code: null };
    if (isOfApi(url)) calls.push(call);
    return call;
  };
  const answer = (asked: IncomingMessage, given: ServerResponse): void => {
    const call = note(asked);
    if (mustExpire && isOfApi(call.path) && asked.headers.authorization) {
      mustExpire = false;
      sayExpired(asked, given, call);
    } else handOn(port, asked, given, call);
  };
  const line = createServer(answer);
  line.on('connection', (socket: Socket) => {
    sockets.add(socket);
    if (!hasSignal) socket.destroy();
  });
  line.on('upgrade', (asked: IncomingMessage, socket: Duplex, head: Buffer) => {
    note(asked);
    const upstream = connect(port, '127.0.0.1');
    sockets.add(upstream);
    upstream.on('close', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
    upstream.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${rawHeaders(asked)}\r\n\r\n`);
    upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://localhost:${(line.address() as AddressInfo).port}`,
    calls: () => calls,
    countAnew: () => {
      calls = [];
    },
    setSignal: (isUp) => {
      hasSignal = isUp;
      if (!isUp) sockets.tear();
    },
    expireNext: () => {
      mustExpire = true;
    },
    close: () =>
      new Promise((resolve) => {
        line.close(() => resolve());
        sockets.tear();
      }),
  };
}

function rawHeaders({ rawHeaders: raw }: IncomingMessage): string {
  const lines: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) lines.push(`${raw[at]}: ${raw[at + 1]}`);
  return lines.join('\r\n');
}

function sayExpired(asked: IncomingMessage, given: ServerResponse, call: LineCall): void {
  asked.resume();
  Object.assign(call, { status: 401, code: 'TOKEN_EXPIRED' });
  given.writeHead(401, { 'content-type': 'application/json', [headers.contract]: contractVersion });
  given.end(JSON.stringify({ ok: false, code: 'TOKEN_EXPIRED', message: 'Token expired' }));
}

function handOn(port: number, asked: IncomingMessage, given: ServerResponse, call: LineCall): void {
  const { method, url, headers: sent } = asked;
  // Refusals are read on their way: they must not come packed.
  const plain = isOfApi(call.path) ? { ...sent, 'accept-encoding': 'identity' } : sent;
  const upstream = request({ host: '127.0.0.1', port, method, path: url, headers: plain }, (came) => {
    call.status = came.statusCode ?? 0;
    given.writeHead(call.status, came.headers);
    if (call.status >= 400) came.once('data', (part: Buffer) => (call.code = codeIn(part)));
    came.pipe(given);
    came.on('error', () => given.destroy());
  });
  upstream.on('error', () => given.destroy());
  given.on('close', () => upstream.destroy());
  asked.pipe(upstream);
}

const codeIn = (part: Buffer): string | null => /"code":"(\w+)"/.exec(part.toString())?.[1] ?? null;
