import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverSentences } from '../contract/sentences-server.ts';
import { compose } from './compose.ts';
import { prepareDemo } from './demo.ts';
import { demoWelcome } from './seed/demo.ts';
import { localUrlOf } from './outward.ts';
import { readSettings } from './settings.ts';

const appFolder = fileURLToPath(new URL('../../app', import.meta.url));
const isDemo = process.argv.includes('--demo');

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  // The demonstration has a folder of its own, so that invented records never stand beside real ones.
  const ours = isDemo ? { ...settings, DATA_DIR: join(settings.DATA_DIR, 'demo') } : settings;
  if (isDemo) await prepareDemo(ours.DATA_DIR, Date.now());
  const server = await compose(ours, appFolder);
  await server.listen();
  const bound = server.app.server.address();
  const port = bound && typeof bound === 'object' ? bound.port : settings.PORT;
  say(`\n  ${serverSentences.openAt(localUrlOf(ours, port))}\n`);
  if (isDemo) for (const line of demoWelcome) say(`  ${line}`);
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void server.close().then(() => process.exit(0));
    });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
