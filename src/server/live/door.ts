import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'socket.io';

/** Rules for connecting (trust.md rows 66, 70, 78). */
export interface DoorRules {
  readonly publicUrl: string;
  readonly callerOf: (request: IncomingMessage) => string;
}

/** A person has a few phones and tabs, a house a few people. */
const most = { perPerson: 10, perAddress: 50, unknownPerAddress: 20 } as const;
/** Who sends no token by then is disconnected. */
export const tokenWithinMs = 10_000;

/** This machine or an unconfigured proxy, from where everybody comes. */
const isLoopback = (address: string): boolean => address === '::1' || /^(::ffff:)?127\./.test(address);

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null);

/** Refuses pages of other origins; programs send no origin. */
export function isOwnPage({ headers: { origin, host } }: IncomingMessage, publicUrl: string): boolean {
  if (origin === undefined) return true;
  const page = hostOf(origin);
  return page !== null && (page === host || page === hostOf(publicUrl));
}

/** Counts occupants by name; returns a function to leave, or null when full. */
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

/** Limits connections per address and person (RATE_LIMITED); runs after authentication. */
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

/** Limits connections per address before a token is shown. Call the result with each authenticated socket. */
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

interface Unknown {
  readonly request: IncomingMessage;
  readonly close: (discard: boolean) => void;
  readonly once: (event: 'close', act: () => void) => unknown;
}

const nothing = (): void => undefined;
const userOf = (socket: Socket): string => (socket.data as { readonly userId: string }).userId;
