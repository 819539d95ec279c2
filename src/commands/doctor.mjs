import { runBuilt, server } from './ensure-built.mjs';

await runBuilt([server], 'dist/server/server/doctor.js', 2);
