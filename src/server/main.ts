import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverSentences } from '../contract/sentences-server.ts';
import { compose, type RunningServer } from './compose.ts';
import { prepareDemo } from './demo.ts';
import { demoWelcome } from './seed/demo.ts';
import { localUrlOf } from './outward.ts';
import { readSettings } from './settings.ts';

const appFolder = fileURLToPath(new URL('../../app', import.meta.url));
const isDemo = process.argv.includes('--demo');

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  // The demonstration has its own folder: invented records never mix with real ones.
  const ours = isDemo ? { ...settings, DATA_DIR: join(settings.DATA_DIR, 'demo') } : settings;
  if (isDemo) await prepareDemo(ours.DATA_DIR, Date.now());
  const server = await compose(ours, appFolder, new URL('./reading-thread.js', import.meta.url));
  await server.listen();
  const bound = server.app.server.address();
  const port = bound && typeof bound === 'object' ? bound.port : settings.PORT;
  say(`\n  ${serverSentences.openAt(localUrlOf(ours, port))}\n`);
  if (isDemo) for (const line of demoWelcome) say(`  ${line}`);
  stopWell(server);
}

/** Time for running requests to end (trust.md row 159). */
const farewellMs = 10_000;

/** Shuts down after running requests: on a signal, and after an unforeseen error that may have corrupted state (row 69). */
function stopWell(server: RunningServer): void {
  let isStopping = false;
  const stop = (code: 0 | 1): void => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), farewellMs).unref();
    server.close().then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0));
  process.on('uncaughtException', (error) => {
    server.app.log.fatal({ err: error }, 'unforeseen, outside of any call: the server ends');
    stop(1);
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
