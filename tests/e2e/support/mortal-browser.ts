import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserArgs } from './device.ts';

/** A browser that can be killed whole, with everything that belongs to it, as a flat battery kills it. */
export interface MortalBrowser {
  readonly page: Page;
  /** Whether it has found its own database broken and thrown it away, as Chromium says in its log; no page can prevent that. */
  readonly hasThrownAway: () => boolean;
  readonly kill: () => Promise<void>;
}

const within = async <T>(ms: number, look: () => Promise<T | null>): Promise<T> => {
  const until = Date.now() + ms;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > until) throw new Error('The browser did not come up');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/** Starts it on a profile of the disk; what an earlier one left there is found again. `more`: what else it is started with. */
export async function startMortal(profile: string, more: readonly string[] = []): Promise<MortalBrowser> {
  const portFile = join(profile, 'DevToolsActivePort');
  await rm(portFile, { force: true });
  const command = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  const own = ['--headless=new', '--enable-logging=stderr', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const args = [...browserArgs, ...more, ...own];
  // Its own group: the browser's helpers die with it, as they would with the phone.
  const child = spawn(command, [...args, 'about:blank'], { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  let isThrownAway = false;
  child.stderr.on('data', (said: Buffer) => {
    isThrownAway ||= said.includes('recovering from a corrupted (and deleted) database');
  });
  const address = await within(20_000, async () => {
    const lines = await readFile(portFile, 'utf8').then(
      (text) => text.split('\n'),
      () => [],
    );
    return lines.length >= 2 ? `ws://127.0.0.1:${lines[0]}${lines[1]}` : null;
  });
  const browser = await chromium.connectOverCDP(address);
  const context = browser.contexts()[0];
  if (!context) throw new Error('The browser has no window');
  const page = context.pages()[0] ?? (await context.newPage());
  return { page, hasThrownAway: () => isThrownAway, kill: () => killAll(child, browser) };
}

async function killAll(child: ChildProcess, browser: Browser): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-pid, 'SIGKILL');
  await gone;
  await browser.close();
}
