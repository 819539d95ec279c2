import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface BuiltServer {
  /** What a server process is started from. */
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

/**
 * Compiles the server of these sources into a folder of its own inside the project, where it finds the packages: what lies in `dist`
 * may be of other sources, and tests that run at once must not build over one another.
 */
export async function buildServer(): Promise<BuiltServer> {
  await mkdir(join(root, 'test-results'), { recursive: true });
  const folder = await mkdtemp(join(root, 'test-results', 'server-'));
  const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
  const { bin } = JSON.parse(await readFile(manifest, 'utf8')) as { bin: { tsc: string } };
  // Types are looked at elsewhere.
  const compiler = join(dirname(manifest), bin.tsc);
  const args = [compiler, '-p', 'src/server/tsconfig.json', '--noCheck', '--outDir', join(folder, 'server')];
  await promisify(execFile)(process.execPath, args, { cwd: root });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
