import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot, runNpm } from './run.mjs';

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * Whether npm's record of a folder has every package of its package-lock.json in that version. npm writes it last, so an interrupted installation
 * has none. Other systems' packages are optional.
 */
export const isInstalled = (folder = inRoot()) => {
  const record = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = packagesOf(record);
  return Object.entries(packagesOf(join(folder, 'package-lock.json'))).every(
    ([path, wanted]) => path === '' || wanted.optional || installed[path]?.version === wanted.version,
  );
};

/** Installs package-lock.json unless done. Development packages too: the app is built where it runs. */
export const ensureInstalled = async () => {
  if (isInstalled()) return;
  console.log('Installing packages (npm ci), about half a minute...');
  const code = await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund']);
  if (code !== 0) {
    console.error('The packages could not be installed: see npm above. Is the npm registry in reach?');
    process.exit(code);
  }
};
