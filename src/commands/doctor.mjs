// npm run doctor [-- --demo]: re-adds every line of the book in the configured database and reports what does not fit.
import { ensureBuilt, server } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { inRoot } from './root.mjs';
import { keepRunning } from './keep-running.mjs';

await ensureInstalled();
const failed = await ensureBuilt(server);
if (failed) process.exit(2);
const started = keepRunning(process.execPath, [inRoot('dist/server/server/doctor.js'), ...process.argv.slice(2)]);
process.exitCode = await started.exitCode;
