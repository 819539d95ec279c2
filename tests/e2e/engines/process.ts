import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

/** Whether a file is there, by its path, or a program to be run, by its name. */
function isThere(file: string): boolean {
  const isPath = file.includes('/');
  const folders = isPath ? [''] : (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => {
    try {
      accessSync(join(folder, file), isPath ? constants.R_OK : constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** What to install of a list of Debian's packages, each with a file that it brings; null where all are there. */
export function missingOf(needs: Readonly<Record<string, string>>, isHere = isThere): string | null {
  const missing = Object.entries(needs).flatMap(([file, name]) => (isHere(file) ? [] : [name]));
  return missing.length > 0 ? `Install ${missing.join(' ')} (Debian's packages) to run this here` : null;
}

/** A program in a group of its own, so that its helpers end with it; every line that it says is handed on. */
export function startGroup(
  program: string,
  args: readonly string[],
  { env = {}, heard }: { readonly env?: Readonly<Record<string, string>>; readonly heard: (line: string) => void },
): ChildProcess {
  const child = spawn(program, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  for (const stream of child.stdio.slice(1)) {
    if (stream && 'readable' in stream) createInterface({ input: stream as NodeJS.ReadableStream }).on('line', heard);
  }
  return child;
}

/** Ends a program with all its helpers; resolves when it is gone. */
export async function endGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL'): Promise<void> {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-pid, signal);
  await gone;
}

/** Asks again and again until there is an answer. */
export async function within<T>(ms: number, what: string, look: () => Promise<T | null>): Promise<T> {
  const until = Date.now() + ms;
  for (;;) {
    const answer = await look().catch(() => null);
    if (answer !== null) return answer;
    if (Date.now() > until) throw new Error(`${what} did not come up`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
