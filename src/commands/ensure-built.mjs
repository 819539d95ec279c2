import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { compressFiles } from './compress.mjs';
import { fingerprint } from './fingerprint.mjs';
import { inRoot } from './root.mjs';
import { runScript, runTool } from './run.mjs';

const settings = ['package-lock.json', 'package.json', 'tsconfig.json'];
const viteFiles = ['.env', '.env.local', '.env.production', '.env.production.local', 'vite.config.ts'];

/** VITE_API_URL and the like are built into the app. */
const viteEnvironment = () => {
  const names = Object.keys(process.env).filter((name) => name.startsWith('VITE_'));
  return names
    .toSorted()
    .map((name) => `${name}=${process.env[name]}`)
    .join('\n');
};

/** Prerendered addresses; the server lists them too (`src/server/http/app-files.ts`). */
const documents = [
  ['/', 'landing.html'],
  ['/log-in', 'log-in.html'],
];

export const app = {
  name: 'app',
  result: 'dist/app/index.html',
  // The build writes the route tree: counting it would make each build stale.
  mark: () =>
    fingerprint(
      [
        'src/app',
        'src/commands/prerender.mjs',
        'src/contract',
        'src/domain',
        'sw',
        'public',
        ...viteFiles,
        ...settings,
      ],
      {
        except: (file) => file.endsWith('.gen.ts'),
        also: viteEnvironment(),
      },
    ),
  build: async () => {
    const code = await runTool('vite', ['build', '--logLevel', 'warn']);
    if (code !== 0) return code;
    const drawn = [];
    // After the precache list: offline, the app itself opens.
    for (const [address, file] of documents) drawn.push(await runScript('prerender.mjs', [address, file]));
    await compressFiles(inRoot('dist/app/assets'));
    return Math.max(...drawn);
  },
};

export const server = {
  name: 'server',
  result: 'dist/server/server/main.js',
  mark: () => fingerprint(['src/server', 'src/contract', 'src/domain', ...settings]),
  build: () => {
    // tsc keeps the output of deleted files, and a deleted migration must not run.
    rmSync(inRoot('dist/server'), { recursive: true, force: true });
    return runTool('typescript', ['-p', 'src/server/tsconfig.json'], { command: 'tsc' });
  },
};

const markFile = (part) => inRoot('dist', `${part.name}.built-from`);

/** Makes the next `ensureBuilt` build a part. */
export const forgetBuild = (part) => rmSync(markFile(part), { force: true });

/** Builds a part unless dist came from exactly these sources. Returns the exit code. */
export const ensureBuilt = async (part) => {
  const mark = part.mark();
  const isFresh =
    existsSync(inRoot(part.result)) && existsSync(markFile(part)) && readFileSync(markFile(part), 'utf8') === mark;
  if (isFresh) return 0;
  forgetBuild(part);
  console.log(`Building the ${part.name}...`);
  const code = await part.build();
  if (code !== 0) return code;
  mkdirSync(inRoot('dist'), { recursive: true });
  writeFileSync(markFile(part), mark);
  return 0;
};
