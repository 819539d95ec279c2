import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { authenticate } from './kernel/authenticate.ts';
import type { Core } from './kernel/core.ts';
import { coreOn, type CoreParts } from './core-on.ts';
import { openCounting } from './kernel/limits.ts';
import { openFolder } from './data-folder.ts';
import { openData } from './reading-threads.ts';
import { faultsIn } from './faults.ts';
import { filesIn } from './files/store.ts';
import { createHttpServer } from './http/server.ts';
import { openLive } from './live-ports.ts';
import { logOf, openOutward, publicUrlOf } from './outward.ts';
import { boundsOf, proxiesOf, type Settings } from './settings.ts';
import { keepUp } from './upkeep.ts';

export interface RunningServer {
  readonly app: FastifyInstance;
  readonly core: Core;
  readonly listen: () => Promise<string>;
  readonly close: () => Promise<void>;
}

type Live = Awaited<ReturnType<typeof openLive>>;

type Hooks = 'onSessionEnd' | 'onLeave' | 'announce' | 'onCommit' | 'onRefused';

const liveHooks = (live: () => Live | null, written: () => void): Pick<CoreParts, Hooks> => ({
  onSessionEnd: (sessionId) => live()?.endSession(sessionId),
  onLeave: (organizationId, userId) => live()?.leave(organizationId, userId),
  announce: (committed) => live()?.announce(committed),
  onCommit: (committed) => {
    written();
    live()?.announce(committed);
  },
  onRefused: (organizationId) => live()?.tellReviewers(organizationId),
});

const edgeOf = (settings: Settings) => ({
  logLevel: settings.LOG_LEVEL,
  proxies: proxiesOf(settings),
  tls: { cert: settings.TLS_CERT, key: settings.TLS_KEY },
  hasWorker: settings.SERVICE_WORKER === 'on',
});

/** Wires database, core, edge and live side. `appFolder`: the built app; `threadFile`: the reading threads' script, null for none. */
export async function compose(
  settings: Settings,
  appFolder: string,
  threadFile: URL | null = null,
): Promise<RunningServer> {
  const { secrets, tellOpen } = await openFolder(settings);
  const log = logOf(() => app?.log);
  const { bug, broken, refused, written } = faultsIn(log);
  const { database, reading, closeData } = await openData(settings, threadFile, broken);
  const { all: db } = database;
  let live: Live | null = null;
  const files = filesIn(settings.DATA_DIR);
  const counting = openCounting(database, broken);
  const threads = { db, newId: randomUUID, now: Date.now, files };
  const outward = openOutward(settings, log, threads, counting.counts);
  const core = coreOn(database, {
    limits: counting.limits,
    longReads: reading,
    bounds: boundsOf(settings),
    secrets,
    files,
    ...liveHooks(() => live, written),
    onSecurityEvent: (event) => log.info(event, 'account'),
    outgoing: outward.outgoing,
    publicUrl: publicUrlOf(settings),
    now: Date.now,
    leastAppVersion: settings.MIN_APP_VERSION,
    newId: randomUUID,
    authenticate: (token, now, farm) => authenticate(db, secrets, token, now, farm),
    onBug: bug,
    onOutage: refused,
  });
  const { counts } = counting;
  const app = await createHttpServer({ ...edgeOf(settings), core, counts, appFolder, webhook: outward.webhook });
  tellOpen(app.log);
  live = await openLive(app.server, database, { secrets, settings }, { bug, broken });
  app.addHook('onClose', keepUp(database, files, log));
  app.addHook('onClose', counting.close);
  const close = async (): Promise<void> => {
    await live?.close();
    await app.close();
    outward.close();
    await closeData();
  };
  return { app, core, listen: () => app.listen({ port: settings.PORT, host: settings.HOST }), close };
}
