// npm run dev: the server on PORT (3000), restarted on change, and the app with hot reload on http://127.0.0.1:5173 or the next free port; a second
// checkout needs its own PORT. Arguments after `--` go to the server (`npm run dev -- --demo`).
import { ensureBuilt, forgetBuild, server } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { keepRunning, keepRestarting } from './keep-running.mjs';
import { inRoot, scriptOf } from './run.mjs';

await ensureInstalled();
const failed = await ensureBuilt(server);
if (failed) process.exit(failed);
// The compiler below changes dist/server without updating the mark.
forgetBuild(server);

const node = (...args) => keepRunning(process.execPath, args);
const programs = [
  node(scriptOf('typescript', 'tsc'), '-p', 'src/server/tsconfig.json', '--watch', '--preserveWatchOutput'),
  keepRestarting(process.execPath, [inRoot(server.result), ...process.argv.slice(2)], inRoot('dist/server')),
  node(scriptOf('vite')),
];

// One that ends stops the others: an app without its server is hard to notice.
process.exitCode = await Promise.race(programs.map((program) => program.exitCode));
for (const program of programs) program.stop();
