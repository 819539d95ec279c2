import { app, runBuilt, server } from './ensure-built.mjs';

await runBuilt([app, server], server.result);
