import { checkBundleSizes } from './bundle-sizes.mjs';
import { app, ensureBuilt } from './ensure-built.mjs';
import { checkLockfile } from './lockfile.mjs';
import { runTool } from './run.mjs';

const types = async () => {
  const all = await runTool('typescript', ['--noEmit'], { command: 'tsc' });
  // The server again, without the browser's types: there `window` must not compile.
  const server = await runTool('typescript', ['--noEmit', '-p', 'src/server/tsconfig.json'], { command: 'tsc' });
  return all || server;
};

/** The checks of `npm run check` and `npm test`; `more` runs beside the first ones. */
export const checkSteps = (more = []) => [
  [
    { name: 'format', run: () => runTool('prettier', ['--check', '--log-level', 'warn', '.', '!**/*.gen.ts']) },
    { name: 'types', run: types },
    { name: 'lint', run: () => runTool('oxlint', ['--type-aware', '--deny-warnings']) },
    ...more,
    { name: 'unused code', run: () => runTool('knip', ['--no-progress', '--treat-config-hints-as-errors']) },
  ],
  { name: 'lockfile', run: checkLockfile },
  { name: 'sizes', run: async () => (await ensureBuilt(app)) || checkBundleSizes() },
];
