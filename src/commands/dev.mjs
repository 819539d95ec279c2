// npm run dev: the server on PORT (3000), compiled and restarted on every change, and the app on http://127.0.0.1:5173 with hot reload, or on
// the next port that is free: a second checkout needs a PORT of its own and nothing else.
// What follows `--` goes to the server (`npm run dev -- --demo`).
import { ensureBuilt, forgetBuild, server } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { keepRunning } from './keep-running.mjs';
import { keepRestarting } from './restarting.mjs';
import { inRoot } from './root.mjs';
import { scriptOf } from './run.mjs';

await ensureInstalled();
const failed = await ensureBuilt(server);
if (failed) process.exit(failed);
// The compiler below writes into dist/server behind the mark's back.
forgetBuild(server);

const node = (...args) => keepRunning(process.execPath, args);
const programs = [
  node(scriptOf('typescript', 'tsc'), '-p', 'src/server/tsconfig.json', '--watch', '--preserveWatchOutput'),
  keepRestarting(process.execPath, [inRoot(server.result), ...process.argv.slice(2)], inRoot('dist/server')),
  node(scriptOf('vite')),
];

// One that ends takes the others with it (a port that is taken, say): an app without its server is harder to notice than none.
process.exitCode = await Promise.race(programs.map((program) => program.exitCode));
for (const program of programs) program.stop();
