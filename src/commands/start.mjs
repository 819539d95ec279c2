// npm start [-- --demo]: from a plain clone to a running farm. The server prints its address.
import { app, ensureBuilt, server } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { inRoot } from './root.mjs';
import { keepRunning } from './keep-running.mjs';

await ensureInstalled();
const failed = (await ensureBuilt(app)) || (await ensureBuilt(server));
if (failed) process.exit(failed);
const started = keepRunning(process.execPath, [inRoot(server.result), ...process.argv.slice(2)]);
process.exitCode = await started.exitCode;
