import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { inRoot } from './root.mjs';
import { runTool } from './run.mjs';

const needed = ['src', 'sw', 'public', 'vite.config.ts', 'tsconfig.json', 'package.json'];

/** Builds a copy of the project without `src/server`, as for another backend. Inside the project, to find the packages. Returns the exit code. */
export const buildAppAlone = async () => {
  const copy = inRoot('test-results', 'app-alone');
  const serverFolder = inRoot('src', 'server');
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const name of needed.filter((path) => existsSync(inRoot(path)))) {
    cpSync(inRoot(name), `${copy}/${name}`, { recursive: true, filter: (from) => from !== serverFolder });
  }
  const code = await runTool('vite', ['build', '--logLevel', 'warn'], { cwd: copy });
  const isBuilt = existsSync(`${copy}/dist/app/index.html`) && !existsSync(`${copy}/src/server`);
  rmSync(copy, { recursive: true, force: true });
  return isBuilt ? code : code || 1;
};
