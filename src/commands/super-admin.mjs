import { runBuilt, server } from './ensure-built.mjs';

await runBuilt([server], 'dist/server/server/super-admin.js', 2);
