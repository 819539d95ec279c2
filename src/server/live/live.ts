import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { constants, roomOf } from '../../contract/constants.ts';
import type { LiveNotice } from '../../contract/live.ts';
import { type DoorRules, guardDoor, guardThreshold, isOwnPage, tokenWithinMs } from './door.ts';
import type { Relay } from './relay.ts';

export interface LivePorts {
  readonly now: () => number;
  /** The person behind a token and its end (ms); throws an error whose message is the problem's code. */
  readonly authenticate: (
    token: string,
  ) => Promise<{ readonly userId: string; readonly sessionId: string; readonly expiresMs: number }>;
  readonly isMember: (userId: string, organizationId: string) => Promise<boolean>;
  readonly reviewersOf: (organizationId: string) => Promise<readonly string[]>;
  readonly onBug: (error: unknown) => void;
}

interface Committed {
  readonly organizationId: string;
  readonly seq: number;
  readonly mark: string;
  readonly epoch: string;
  readonly key: string | null;
  readonly announcements: readonly { readonly action: string; readonly payload: Readonly<Record<string, unknown>> }[];
}

export interface Live {
  readonly announce: (committed: Committed) => void;
  readonly endSession: (sessionId: string) => void;
  readonly tellReviewers: (organizationId: string) => void;
  /** Removes somebody's sockets, or all (null), from a farm's room; they stay connected. */
  readonly leave: (organizationId: string, userId: string | null) => void;
  readonly close: () => Promise<void>;
}

const roomPattern = /^organization_([0-9a-zA-Z-]{1,64})$/;
const framesPerSecond = 20;
const burst = 60;

/**
 * The live connection (product.md §7, Realtime; trust.md §1.6): broadcasts commits to members, hears only join and leave. A relay passes
 * broadcasts on to other processes of the same database.
 */
export function createLive(http: HttpServer, ports: LivePorts, relay: Relay | null, rules: DoorRules): Live {
  const io = open(http, relay, rules);
  // Who may have missed something reconnects, and pulls.
  relay?.onGap(() => {
    for (const socket of io.sockets.sockets.values()) socket.conn.close();
  });
  io.use((socket, next) => {
    const token = socket.handshake.query.token;
    ports
      .authenticate(typeof token === 'string' ? token : '')
      .then((who) => {
        Object.assign(socket.data as object, who);
        next();
      })
      .catch((error: unknown) => next(error instanceof Error ? error : new Error('TOKEN_INVALID')));
  });
  guardDoor(io, rules);
  const isKnown = guardThreshold(io, rules);
  io.on('connection', (socket) => {
    isKnown(socket);
    welcome(socket, ports);
  });
  return {
    announce: ({ organizationId, seq, mark, epoch, key, announcements }) => {
      for (const { action, payload } of announcements) {
        io.to(roomOf(organizationId)).emit('message', {
          action,
          organization_id: organizationId,
          ...payload,
          seq,
          prev_seq: seq - 1,
          mark,
          epoch,
          key,
        });
      }
    },
    endSession: (sessionId) => io.in(`session_${sessionId}`).disconnectSockets(true),
    tellReviewers: (organizationId) => {
      tellReviewers(io, ports, organizationId).catch(ports.onBug);
    },
    leave: (organizationId, userId) => {
      const room = roomOf(organizationId);
      io.in(userId === null ? room : `user_${userId}`).socketsLeave(room);
    },
    close: async () => {
      await io.close();
      await relay?.close();
    },
  };
}

const open = (http: HttpServer, relay: Relay | null, { publicUrl }: DoorRules): Server =>
  new Server(http, {
    path: constants.socketPath,
    serveClient: false,
    maxHttpBufferSize: 64 * 1024,
    connectTimeout: tokenWithinMs,
    pingInterval: 25_000,
    pingTimeout: 20_000,
    cors: { origin: false },
    allowRequest: (request, decide) => decide(null, isOwnPage(request, publicUrl)),
    ...(relay && { adapter: relay.adapter }),
  });

async function tellReviewers(io: Server, ports: LivePorts, organizationId: string): Promise<void> {
  const rooms = (await ports.reviewersOf(organizationId)).map((userId) => `user_${userId}`);
  const action: LiveNotice = 'refused-updated';
  if (rooms.length > 0) io.to(rooms).emit('message', { action, organization_id: organizationId });
}

function welcome(socket: Socket, ports: LivePorts): void {
  const { userId, sessionId, expiresMs } = socket.data as { userId: string; sessionId: string; expiresMs: number };
  // A socket outlives its token by a minute at most: the client reconnects with a fresh one.
  const end = setTimeout(() => socket.disconnect(true), Math.max(0, expiresMs + 60_000 - ports.now()));
  socket.on('disconnect', () => clearTimeout(end));
  limitFrames(socket);
  void socket.join([`session_${sessionId}`, `user_${userId}`]);
  const answering = (event: string, act: (organizationId: string) => Promise<boolean>): void => {
    socket.on(event, (...sent: unknown[]) => {
      const acknowledge = sent.at(-1);
      const reply = (ok: boolean): void => {
        if (typeof acknowledge === 'function') (acknowledge as (answer: { ok: boolean }) => void)({ ok });
      };
      const organizationId = organizationIn(sent[0]);
      if (!organizationId) return reply(false);
      act(organizationId)
        .then(reply)
        .catch((error: unknown) => {
          ports.onBug(error);
          reply(false);
        });
      return undefined;
    });
  };
  answering('join', async (organizationId) => {
    if (!(await ports.isMember(userId, organizationId))) return false;
    await socket.join(roomOf(organizationId));
    // He may have been removed in between, when he was not in the room yet.
    if (await ports.isMember(userId, organizationId)) return true;
    await socket.leave(roomOf(organizationId));
    return false;
  });
  answering('leave', async (organizationId) => {
    await socket.leave(roomOf(organizationId));
    return true;
  });
}

/** The organization of a room, sent bare or as `{ room }`. Only a single text counts: an array would join several. */
function organizationIn(sent: unknown): string | null {
  const room = typeof sent === 'object' && sent !== null && !Array.isArray(sent) && 'room' in sent ? sent.room : sent;
  return typeof room === 'string' ? (roomPattern.exec(room)?.[1] ?? null) : null;
}

function limitFrames(socket: Socket): void {
  let allowance = burst;
  let last = Date.now();
  socket.use((_, next) => {
    const now = Date.now();
    allowance = Math.min(burst, allowance + ((now - last) / 1000) * framesPerSecond);
    last = now;
    allowance -= 1;
    if (allowance < 0) socket.disconnect(true);
    else next();
  });
}
