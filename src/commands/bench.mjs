// npm run bench: the product beside its peers and the machine's limits (tests/bench, src/docs/bench.md). Installs the peers at the first run.
import { app, runBuilt, server } from './ensure-built.mjs';
import { isInstalled } from './ensure-installed.mjs';
import { inRoot, runNpm } from './run.mjs';

const folder = inRoot('tests', 'bench');

if (!isInstalled(folder)) {
  console.log('Installing the peers of the bench (npm ci in tests/bench)...');
  const code = await runNpm(['ci', '--prefix', folder, '--no-audit', '--no-fund']);
  if (code !== 0) process.exit(code);
}
await runBuilt([app, server], 'tests/bench/run.mjs');
