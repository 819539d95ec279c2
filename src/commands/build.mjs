// npm run build: both parts, from what package-lock.json says.
import { app, ensureBuilt, server } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';

await ensureInstalled();
process.exitCode = (await ensureBuilt(app)) || (await ensureBuilt(server));
