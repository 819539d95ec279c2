import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createHash } from 'node:crypto';
import { ensureInstalled } from './ensure-installed.mjs';
import { keepRunning } from './keep-running.mjs';
import { inRoot, runScript, runTool } from './run.mjs';

const [asBrotli, asGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Pictures are compressed already; less than a packet gains nothing. */
const isText = (name) => /\.(js|css|html|svg|json|webmanifest)$/.test(name);
const leastBytes = 1024;

/** Compresses a folder's texts with Brotli and gzip at build time. Only for hashed names: others could be served stale. */
const compressFiles = async (folder) => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && isText(entry.name),
  );
  for (const { name, parentPath } of files) {
    const path = join(parentPath, name);
    const bytes = readFileSync(path);
    if (bytes.length < leastBytes) continue;
    const best = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
    writeFileSync(`${path}.br`, await asBrotli(bytes, best));
    writeFileSync(`${path}.gz`, await asGzip(bytes, { level: 9 }));
  }
};

/** All files under a path, or the path if it is a file, as sorted project paths with `/`. */
const filesUnder = (path) => {
  const full = inRoot(path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`));
};

/** A hash of names and contents. Not of times: a fresh clone or branch switch changes only those. */
export const fingerprint = (paths, { except = () => false, also = '' } = {}) => {
  const hash = createHash('sha256').update(also);
  for (const file of paths.flatMap(filesUnder)) {
    if (except(file)) continue;
    hash.update(`\0${file}\0`).update(readFileSync(inRoot(file)));
  }
  return hash.digest('hex');
};

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
  // Last: the others are made of it as it was built.
  ['/dashboard', 'index.html'],
];

export const app = {
  name: 'app',
  result: 'dist/app/index.html',
  // The build writes the route tree: counting it would make each build stale.
  mark: () =>
    fingerprint(
      [
        'src/app',
        'src/commands/ensure-built.mjs',
        'src/commands/first-rules.mjs',
        'src/commands/icon-lines.mjs',
        'src/commands/plain-scripts.mjs',
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
    // After the precache list: offline, index.html opens, and neither of the first two.
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

/** Builds parts, then runs a built program with the command's arguments. `failedCode`: exit code of a failed build, if not its own. */
export const runBuilt = async (parts, program, failedCode) => {
  await ensureInstalled();
  for (const part of parts) {
    const failed = await ensureBuilt(part);
    if (failed) process.exit(failedCode ?? failed);
  }
  process.exitCode = await keepRunning(process.execPath, [inRoot(program), ...process.argv.slice(2)]).exitCode;
};
