// npm run bench: the product beside its peers and the machine's limits (tests/bench, src/docs/bench.md). Installs the peers at the first run.
import { app, ensureBuilt, server } from './ensure-built.mjs';
import { ensureInstalled, isInstalled } from './ensure-installed.mjs';
import { keepRunning } from './keep-running.mjs';
import { inRoot } from './root.mjs';
import { runNpm } from './run.mjs';

const folder = inRoot('tests', 'bench');

const ensurePeers = async () => {
  if (isInstalled(folder)) return;
  console.log('Installing the peers of the bench (npm ci in tests/bench)...');
  const code = await runNpm(['ci', '--prefix', folder, '--no-audit', '--no-fund']);
  if (code !== 0) process.exit(code);
};

await ensureInstalled();
await ensurePeers();
const failed = (await ensureBuilt(app)) || (await ensureBuilt(server));
if (failed) process.exit(failed);
const started = keepRunning(process.execPath, [inRoot('tests', 'bench', 'run.mjs'), ...process.argv.slice(2)]);
process.exitCode = await started.exitCode;
