import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { spawnSync } from 'node:child_process';

/** Whether packages can be installed: as root on Debian and its kin. */
const canInstall = () =>
  process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;

const isInstalled = (name) => {
  const asked = spawnSync('dpkg-query', ['--show', '--showformat', '${db:Status-Status}', name], { encoding: 'utf8' });
  return asked.status === 0 && asked.stdout === 'installed';
};

/** Installs packages, after a line that says why; the caller checks the result. */
const install = (why, names) => {
  console.log(`${why}: installing ${names.join(' ')} with apt-get...`);
  const options = {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], options);
};

/** Packages of the engines tested beside Chromium. */
const engines = {
  Firefox: ['firefox-esr'],
  WebKit: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'gjs', 'xvfb'],
};

/** Installs missing engines if possible; else their tests are skipped and say what to install. */
export const ensureEngines = () => {
  if (!canInstall()) return;
  for (const [name, packages] of Object.entries(engines)) {
    const missing = packages.filter((each) => !isInstalled(each));
    if (missing.length > 0) install(`Not all of ${name} is here`, missing);
  }
};

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const usualPlaces = () => {
  if (process.platform === 'darwin') {
    const bundles = ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome'];
    return ['/Applications', join(process.env.HOME ?? '', 'Applications')].flatMap((folder) =>
      bundles.map((bundle) => join(folder, bundle)),
    );
  }
  if (process.platform === 'win32') {
    const folders = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
    return folders
      .filter(Boolean)
      .flatMap((folder) => [
        join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
        join(folder, 'Chromium', 'Application', 'chrome.exe'),
      ]);
  }
  return [];
};

const isExecutable = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const onPath = (name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));

const look = () => [...names.flatMap(onPath), ...usualPlaces()].find(isExecutable);

/**
 * The path of a Chromium or Chrome: CHROMIUM_PATH, an installed one, or one installed now (root on Debian). Otherwise prints what to install and
 * returns undefined.
 */
export const findBrowser = () => {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) {
    if (isExecutable(asked)) return asked;
    console.error(`CHROMIUM_PATH is ${asked}, which cannot be run: point it at a Chromium or Chrome.`);
    return undefined;
  }
  const found = look();
  if (found) return found;
  if (canInstall()) install('No Chromium here', ['chromium']);
  const installed = look();
  if (!installed)
    console.error('The browser tests need Chromium or Chrome: install one, or set CHROMIUM_PATH to its program.');
  return installed;
};
