import { canInstall, install, isInstalled } from './debian.mjs';

/** The packages of each engine that the main story is told in beside Chromium. */
const engines = {
  Firefox: ['firefox-esr'],
  WebKit: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'gjs', 'xvfb'],
};

/** Installs what is missing of the other engines, where that can be done; else their tests are skipped, and say what to install. */
export const ensureEngines = () => {
  if (!canInstall()) return;
  for (const [name, packages] of Object.entries(engines)) {
    const missing = packages.filter((each) => !isInstalled(each));
    if (missing.length > 0) install(`Not all of ${name} is here`, missing);
  }
};
