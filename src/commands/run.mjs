import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, wherever commands were called from. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** An absolute path inside the project. */
export const inRoot = (...parts) => join(root, ...parts);

const kept = new AsyncLocalStorage();

/** Runs some work and prints its programs' output after a title at the end, uninterleaved. */
export const printedAtOnce = async (title, work) => {
  const said = [Buffer.from(title)];
  try {
    return await kept.run(said, work);
  } finally {
    process.stdout.write(Buffer.concat(said));
  }
};

/** Runs a program; returns its exit code, 127 if it cannot start, 128 + n when signal n ended it. */
const run = (program, args, options = {}) =>
  new Promise((resolve) => {
    const said = kept.getStore();
    const output = said ? 'pipe' : 'inherit';
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', output, output], ...options });
    child.stdout?.on('data', (part) => said.push(part));
    child.stderr?.on('data', (part) => said.push(part));
    child.once('error', (error) => {
      console.error(`${program}: ${error.message}`);
      resolve(127);
    });
    // Not 'exit': output may still come.
    child.once('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });

/** npm's script if npm started us: on Windows its .cmd cannot be spawned without a shell. */
export const runNpm = (args) => {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) return run(process.execPath, [script, ...args]);
  return run('npm', args, { shell: process.platform === 'win32' });
};

/** A package's command script, from its package.json: node_modules/.bin differs between systems. */
export const scriptOf = (packageName, command = packageName) => {
  const manifest = inRoot('node_modules', packageName, 'package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  const file = typeof bin === 'string' ? bin : bin?.[command];
  if (!file) throw new Error(`${packageName} has no command ${command}`);
  return join(dirname(manifest), file);
};

/** Runs an installed package's command. */
export const runTool = (packageName, args, { command, ...options } = {}) =>
  run(process.execPath, [scriptOf(packageName, command), ...args], options);

/** Runs one of our commands in its own process. */
export const runScript = (name, args) => run(process.execPath, [inRoot('src/commands', name), ...args]);

/** Runs Playwright's tests in a browser. */
export const runPlaywright = (chromium, args) =>
  runTool('@playwright/test', ['test', ...args], {
    command: 'playwright',
    env: { ...process.env, CHROMIUM_PATH: chromium },
  });
