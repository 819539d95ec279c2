// npm run build: app and server, with the packages of package-lock.json.
import { app, ensureBuilt, server } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';

await ensureInstalled();
process.exitCode = (await ensureBuilt(app)) || (await ensureBuilt(server));
