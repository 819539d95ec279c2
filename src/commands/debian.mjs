import { spawnSync } from 'node:child_process';

/** Whether packages can be installed: as root on Debian and its kin. */
export const canInstall = () =>
  process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;

export const isInstalled = (name) => {
  const asked = spawnSync('dpkg-query', ['--show', '--showformat', '${db:Status-Status}', name], { encoding: 'utf8' });
  return asked.status === 0 && asked.stdout === 'installed';
};

/** Installs packages, after a line that says why; the caller checks the result. */
export const install = (why, names) => {
  console.log(`${why}: installing ${names.join(' ')} with apt-get...`);
  const options = {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], options);
};
