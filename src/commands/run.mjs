import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { inRoot, root } from './root.mjs';

const kept = new AsyncLocalStorage();

/** Does some work; what the programs say that it runs is printed after a title when all is done, between nobody else's lines. */
export const printedAtOnce = async (title, work) => {
  const said = [Buffer.from(title)];
  try {
    return await kept.run(said, work);
  } finally {
    process.stdout.write(Buffer.concat(said));
  }
};

/** Runs a program with its output on ours; gives its exit code, 127 when it cannot be started, 128 + n when signal n ended it. */
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
    // Not 'exit': the last words may still be on their way then.
    child.once('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });

/** npm's own script when npm started us: on Windows its command is a .cmd file, which cannot be spawned without a shell. */
export const runNpm = (args) => {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) return run(process.execPath, [script, ...args]);
  return run('npm', args, { shell: process.platform === 'win32' });
};

/** The script behind a package's command. Read from its package.json: the links in node_modules/.bin differ between systems. */
export const scriptOf = (packageName, command = packageName) => {
  const manifest = inRoot('node_modules', packageName, 'package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  const file = typeof bin === 'string' ? bin : bin?.[command];
  if (!file) throw new Error(`${packageName} has no command ${command}`);
  return join(dirname(manifest), file);
};

/** Runs a command of an installed package. */
export const runTool = (packageName, args, { command, ...options } = {}) =>
  run(process.execPath, [scriptOf(packageName, command), ...args], options);

/** Runs one of our own commands in a process of its own. */
export const runScript = (name, args) => run(process.execPath, [inRoot('src/commands', name), ...args]);
