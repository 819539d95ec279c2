import { existsSync, readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { inRoot } from './run.mjs';

const kB = 1000;

// Budgets in bytes: the first load decides whether the app opens on a cheap phone, the precache what an install costs.
const budgets = [
  { name: 'first load JS', files: (built) => built.scripts, most: 125 * kB, zipped: true },
  // Before any action of the user.
  { name: 'landing JS', files: (built) => built.landing, most: 10 * kB, zipped: true },
  { name: 'log-in JS', files: (built) => built.logIn, most: 190 * kB, zipped: true },
  { name: 'CSS', files: (built) => built.styles, most: 20 * kB, zipped: true },
  { name: 'service worker', files: () => ['sw.js'], most: 20 * kB, zipped: true },
  { name: 'precache', files: (built) => built.precached, most: 1686 * kB, zipped: false },
  { name: 'precache', files: (built) => built.precached, most: 598 * kB, zipped: true },
];

/** On a bad line each handful of files is another round trip. */
const mostFiles = 50;

const allMatches = (text, pattern) => [...new Set([...text.matchAll(pattern)].map((match) => match[1]))];

/** What the page loads first, and what the worker precaches. */
const readBuild = (folder) => {
  const read = (file) => readFileSync(`${folder}/${file}`, 'utf8');
  const scriptsOf = (page) => allMatches(page, /\s(?:src|href)="\/?([^":]+\.js)"/g);
  const page = read('index.html');
  const worker = read('sw.js');
  return {
    scripts: scriptsOf(page),
    landing: scriptsOf(read('landing.html')),
    logIn: scriptsOf(read('log-in.html')),
    styles: allMatches(page, /href="\/?([^":]+\.css)"/g),
    precached: allMatches(worker, /["']?url["']?\s*:\s*["'`]([^"'`]+)["'`]/g).filter((file) =>
      existsSync(`${folder}/${file}`),
    ),
  };
};

const sizeOf = (file, zipped) => (zipped ? gzipSync(readFileSync(file), { level: 9 }).length : statSync(file).size);

/** Prints sizes against budgets; returns the exit code. A budget that measured no file fails. */
export const checkBundleSizes = (folder = inRoot('dist/app')) => {
  if (!existsSync(`${folder}/index.html`) || !existsSync(`${folder}/sw.js`)) {
    console.error('There is no built app to measure.');
    return 1;
  }
  const built = readBuild(folder);
  let code = 0;
  for (const { name, files, most, zipped } of budgets) {
    const measured = files(built);
    const total = measured.reduce((sum, file) => sum + sizeOf(`${folder}/${file}`, zipped), 0);
    const isGood = measured.length > 0 && total <= most;
    if (!isGood) code = 1;
    const sizes = `${(total / kB).toFixed(1).padStart(7)} of ${String(most / kB).padStart(5)} kB${zipped ? ' gz' : '   '}`;
    console.log(`${name.padEnd(15)} ${sizes}  ${measured.length} files${isGood ? '' : '  TOO MUCH, OR NOTHING READ'}`);
  }
  const { length } = built.precached;
  console.log(`precache        ${length} of ${mostFiles} files`);
  return length > mostFiles ? 1 : code;
};
