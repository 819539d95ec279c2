import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownPort } from '../support/own-port.ts';
import type { Engine, EngineWindow } from './engine.ts';
import { connectMarionette } from './marionette.ts';
import { endGroup, missingOf, startGroup, within } from './process.ts';
import { windowOver } from './web-driver.ts';

const program = 'firefox-esr';

/** Nothing of its own over the network, no movement, and what pages throw or log as an error said aloud. */
const preferences = (port: number): Readonly<Record<string, unknown>> => ({
  'marionette.port': port,
  'browser.dom.window.dump.enabled': true,
  'devtools.console.stdout.content': true,
  'devtools.console.stdout.chrome': false,
  'intl.accept_languages': 'es-AR, es',
  'ui.prefersReducedMotion': 1,
  'app.normandy.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.shutdown.fastShutdownStage': 3,
});

/** What it says of a page: its own troubles come from addresses that no page has, or begin with the name of a part of it. */
const isOfPage = (line: string): boolean => /^JavaScript error: https?:|^console\.error: ["'([{]/.test(line);

async function open(profile: string, told: (error: string) => void): Promise<EngineWindow> {
  const port = await ownPort();
  const lines = Object.entries(preferences(port)).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const size = ['--width', '500', '--height', '800'];
  const child = startGroup(program, ['--marionette', '--headless', '--no-remote', ...size, '--profile', profile], {
    env: { TZ: 'America/Argentina/Buenos_Aires', MOZ_CRASHREPORTER_DISABLE: '1' },
    heard: (line) => {
      if (isOfPage(line)) told(line);
    },
  });
  const { send, say } = await within(60_000, 'Firefox', () => connectMarionette(port));
  await say('WebDriver:NewSession', {});
  return windowOver(send, async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    await say('Marionette:Quit', { flags: ['eForceQuit'] });
    await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 10_000))]);
    await endGroup(child);
  });
}

/** Debian's Firefox, without a display, by the remote protocol that it brings itself. */
export const firefox: Engine = { open, missing: () => missingOf({ [program]: 'firefox-esr' }) };
