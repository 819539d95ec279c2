// npm run super-admin -- <email> [--quitar] [--demo]: makes or removes a super-admin in the configured database. No call can.
import { ensureBuilt, server } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { keepRunning } from './keep-running.mjs';
import { inRoot } from './root.mjs';

await ensureInstalled();
const failed = await ensureBuilt(server);
if (failed) process.exit(2);
const started = keepRunning(process.execPath, [inRoot('dist/server/server/super-admin.js'), ...process.argv.slice(2)]);
process.exitCode = await started.exitCode;
