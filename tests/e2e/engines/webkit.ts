import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { phoneSize } from '../support/device.ts';
import { ownPort } from '../support/own-port.ts';
import { type DriverSession, startSession } from './classic-driver.ts';
import type { Engine, EngineWindow } from './engine.ts';
import { endGroup, missingOf, startGroup, within } from './process.ts';
import { withSurePress } from './sure-press.ts';
import { windowOver } from './web-driver.ts';

const driver = 'WebKitWebDriver';
const gjs = '/usr/bin/gjs';
const windowScript = fileURLToPath(new URL('webkit-window.mjs', import.meta.url));
const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
const typelib = `/usr/lib/${machine}-linux-gnu/girepository-1.0/WebKit2-4.1.typelib`;

/** Remembers what was started, and how it is ended. */
type Keep = (child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') => void;

/** Drawn without a graphics card, and without the helpers that a desktop has. */
const environment = (display: string): Readonly<Record<string, string>> => ({
  DISPLAY: display,
  GDK_BACKEND: 'x11',
  LIBGL_ALWAYS_SOFTWARE: '1',
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  NO_AT_BRIDGE: '1',
  GSETTINGS_BACKEND: 'memory',
  GIO_USE_VFS: 'local',
  LC_ALL: 'C.UTF-8',
  TZ: 'America/Argentina/Buenos_Aires',
});

/** A display that nobody sees, as large as the window: it picks its own number and says it on the pipe that it is given. */
async function startDisplay(keep: Keep): Promise<string> {
  let display: string | null = null;
  const screen = ['-screen', '0', `${phoneSize.width}x${phoneSize.height}x24`];
  const options = ['-displayfd', '3', ...screen, '-nolisten', 'tcp', '-noreset'];
  const heard = (line: string): void => {
    if (/^\d+$/.test(line)) display ??= `:${line}`;
  };
  // Killed at once it would leave its number's lock behind.
  keep(startGroup('Xvfb', options, { heard }), 'SIGTERM');
  return await within(30_000, 'Xvfb', () => Promise.resolve(display));
}

/** What a page throws or logs as an error, after its place; but not that WebKit has not learnt a word yet, and passes over it. */
const isOfPage = (line: string): boolean =>
  /\bCONSOLE (?:[A-Z]+ )?ERROR\b/.test(line) &&
  !/Unrecognized Content-Security-Policy directive|not recognized and ignored/.test(line);

async function startDriver(keep: Keep, profile: string, told: (error: string) => void): Promise<DriverSession> {
  const display = await startDisplay(keep);
  const port = await ownPort();
  const heard = (line: string): void => {
    if (isOfPage(line)) told(line);
  };
  keep(startGroup(driver, [`--port=${port}`, '--host=127.0.0.1'], { env: environment(display), heard }), 'SIGKILL');
  const address = `http://127.0.0.1:${port}`;
  await within(30_000, driver, () => fetch(`${address}/status`));
  const args = ['-m', windowScript, profile, String(phoneSize.width), String(phoneSize.height)];
  return await startSession(address, { alwaysMatch: { 'webkitgtk:browserOptions': { binary: gjs, args } } });
}

async function open(profile: string, told: (error: string) => void): Promise<EngineWindow> {
  const ends: (() => Promise<void>)[] = [];
  const keep: Keep = (child, signal) => ends.unshift(() => endGroup(child, signal));
  const endAll = async (): Promise<void> => {
    for (const end of ends.splice(0)) await end();
  };
  try {
    const { send, quit } = await startDriver(keep, profile, told);
    const close = async (): Promise<void> => {
      await quit().catch(() => undefined);
      await endAll();
    };
    return withSurePress(windowOver(send, close));
  } catch (error) {
    await endAll();
    throw error;
  }
}

/** Debian's WebKitGTK in a window of our own, on a display of its own, by the driver that comes with it. */
export const webkit: Engine = {
  open,
  missing: () =>
    missingOf({
      [driver]: 'webkit2gtk-driver',
      [gjs]: 'gjs',
      [typelib]: 'gir1.2-webkit2-4.1',
      Xvfb: 'xvfb',
    }),
};
