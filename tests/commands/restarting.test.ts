import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const restarting = pathToFileURL(join(import.meta.dirname, '../../src/commands/keep-running.mjs')).href;

let folder = '';
let told = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tranquera-restarting-'));
  told = join(tmpdir(), `${folder.split(/[\\/]/).pop()}.told`);
  writeFileSync(told, '');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  rmSync(told);
});

const starts = (): readonly string[] => readFileSync(told, 'utf8').split('\n').filter(Boolean);

/** A program that tells its process id when it starts, and then does as it is told. */
const write = (then: string): void =>
  writeFileSync(
    join(folder, 'program.cjs'),
    `require('node:fs').appendFileSync(${JSON.stringify(told)}, process.pid + '\\n');\n${then}`,
  );

/** Runs the program as `npm run dev` runs the server; gives the process that looks after it, and its code once it ended. */
function looksAfter() {
  const program = JSON.stringify(join(folder, 'program.cjs'));
  const text = `
    import { keepRestarting } from ${JSON.stringify(restarting)};
    const program = keepRestarting(process.execPath, [${program}], ${JSON.stringify(folder)});
    process.exitCode = await program.exitCode;`;
  const env = { ...process.env };
  delete env['npm_lifecycle_event'];
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { env, stdio: 'ignore' });
  const ended = once(child, 'exit').then(([code]: unknown[]) => code);
  return { child, ended };
}

const runs = (pid: string): boolean => {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
};

const soon = { timeout: 20_000, interval: 50 };

test('a program that ends by itself ends the one that looks after it, with its code', async () => {
  write('process.exit(7);');
  const { ended } = looksAfter();
  expect(await ended).toBe(7);
  expect(starts()).toHaveLength(1);
});

test('a change starts it anew, after the one before has ended; a signal ends both for good', async () => {
  write('setInterval(() => {}, 1000);');
  const { child, ended } = looksAfter();
  await vi.waitFor(() => expect(starts()).toHaveLength(1), soon);
  writeFileSync(join(folder, 'other.cjs'), 'changed');
  await vi.waitFor(() => expect(starts()).toHaveLength(2), soon);
  const [first = '', second = ''] = starts();
  expect(runs(first)).toBe(false);
  expect(runs(second)).toBe(true);
  child.kill('SIGTERM');
  expect(await ended).toBe(128 + 15);
  expect(runs(second)).toBe(false);
  expect(starts()).toHaveLength(2);
});
