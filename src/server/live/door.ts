import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'socket.io';

/** Who may knock at all (trust.md rows 66, 70, 78). */
export interface DoorRules {
  /** Where people open the product. */
  readonly publicUrl: string;
  /** The address that somebody calls from, as every other call is told of it; a house of IPv6 is one. */
  readonly callerOf: (request: IncomingMessage) => string;
}

/** A person has a few phones and tabs; a house has a few people. */
const most = { perPerson: 10, perAddress: 50, unknownPerAddress: 20 } as const;
/** Who has not said his token by then says none. */
export const tokenWithinMs = 10_000;

/** The machine itself, or a proxy that nobody told us of: everybody comes from there. */
const isLoopback = (address: string): boolean => address === '::1' || /^(::ffff:)?127\./.test(address);

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null);

/** Pages of other origins do not listen; what is no page (a program, a test) says no origin. */
export function isOwnPage({ headers: { origin, host } }: IncomingMessage, publicUrl: string): boolean {
  if (origin === undefined) return true;
  const page = hostOf(origin);
  return page !== null && (page === host || page === hostOf(publicUrl));
}

/** Counts who is in; `enter` gives the way out again, or null where there is no room. */
function counter(mostOfEach: number): (name: string) => (() => void) | null {
  const open = new Map<string, number>();
  return (name) => {
    const there = open.get(name) ?? 0;
    if (there >= mostOfEach) return null;
    open.set(name, there + 1);
    return () => {
      const left = (open.get(name) ?? 0) - 1;
      if (left > 0) open.set(name, left);
      else open.delete(name);
    };
  };
}

/** Keeps out whoever opens connections without end: he is told RATE_LIMITED. Comes after it is known who connects. */
export function guardDoor(io: Server, { callerOf }: Pick<DoorRules, 'callerOf'>): void {
  const [enterFrom, enterAs] = [counter(most.perAddress), counter(most.perPerson)];
  io.use((socket, next) => {
    const address = callerOf(socket.request);
    const leaveAddress = isLoopback(address) ? nothing : enterFrom(address);
    const leavePerson = leaveAddress && enterAs(userOf(socket));
    if (!leavePerson) {
      leaveAddress?.();
      return next(new Error('RATE_LIMITED'));
    }
    socket.conn.once('close', () => {
      leaveAddress();
      leavePerson();
    });
    return next();
  });
}

/** Allows only a few connections an address before a token is shown. Gives what is told of who has shown one. */
export function guardThreshold(io: Server, { callerOf }: Pick<DoorRules, 'callerOf'>): (socket: Socket) => void {
  const wait = counter(most.unknownPerAddress);
  const waiting = new WeakMap<object, () => void>();
  io.engine.on('connection', (unknown: Unknown) => {
    const address = callerOf(unknown.request);
    const leave = isLoopback(address) ? nothing : wait(address);
    if (leave === null) return unknown.close(true);
    let isOver = false;
    const end = (): void => {
      if (!isOver) leave();
      isOver = true;
    };
    waiting.set(unknown, end);
    return unknown.once('close', end);
  });
  return (socket) => waiting.get(socket.conn)?.();
}

/** A connection of which nothing is known but where it comes from. */
interface Unknown {
  readonly request: IncomingMessage;
  readonly close: (discard: boolean) => void;
  readonly once: (event: 'close', act: () => void) => unknown;
}

const nothing = (): void => undefined;
const userOf = (socket: Socket): string => (socket.data as { readonly userId: string }).userId;
