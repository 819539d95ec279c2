import { canInstall, install, isInstalled } from './debian.mjs';

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
