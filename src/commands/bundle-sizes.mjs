import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { inRoot } from './run.mjs';

const kB = 1000;

// Budgets in bytes: the first load decides whether the app opens on a cheap phone, the precache what an install costs.
const budgets = [
  { name: 'first load JS', files: (built) => built.scripts, most: 125 * kB, zipped: true },
  // Before any action of the user.
  { name: 'landing JS', files: (built) => built.landing, most: 10 * kB, zipped: true },
  { name: 'log-in JS', files: (built) => built.logIn, most: 188 * kB, zipped: true },
  { name: 'CSS', files: (built) => built.styles, most: 20 * kB, zipped: true },
  { name: 'service worker', files: () => ['sw.js'], most: 20 * kB, zipped: true },
  { name: 'precache', files: (built) => built.precached, most: 1678 * kB, zipped: false },
  { name: 'precache', files: (built) => built.precached, most: 588 * kB, zipped: true },
];

/** On a bad line each handful of files is another round trip. */
const mostFiles = 50;

const allMatches = (text, pattern) => [...new Set([...text.matchAll(pattern)].map((match) => match[1]))];

/** What stands in a document itself counts as a file does. */
const textsIn = (page, name) =>
  [...page.matchAll(new RegExp(`<${name}\\b[^>]*>(?!</)([^]+?)</${name}>`, 'g'))].map(([, text]) => Buffer.from(text));

/** What the page loads first, and what the worker precaches. */
const readBuild = (folder) => {
  const read = (file) => readFileSync(`${folder}/${file}`, 'utf8');
  const scriptsOf = (page) => allMatches(page, /\s(?:src|href)="\/?([^":]+\.js)"/g);
  const page = read('index.html');
  const worker = read('sw.js');
  return {
    scripts: [...allMatches(page, /\sdata-app="\/([^"]+)"/g), ...scriptsOf(page), ...textsIn(page, 'script')],
    landing: scriptsOf(read('landing.html')),
    logIn: scriptsOf(read('log-in.html')),
    styles: [...allMatches(page, /(?:href|data-sheet)="\/?([^":]+\.css)"/g), ...textsIn(page, 'style')],
    precached: allMatches(worker, /["']?url["']?\s*:\s*["'`]([^"'`]+)["'`]/g).filter((file) =>
      existsSync(`${folder}/${file}`),
    ),
  };
};

const sizeOf = (bytes, zipped) => (zipped ? gzipSync(bytes, { level: 9 }) : bytes).length;

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
    const bytesOf = (part) => (Buffer.isBuffer(part) ? part : readFileSync(`${folder}/${part}`));
    const total = measured.reduce((sum, part) => sum + sizeOf(bytesOf(part), zipped), 0);
    const isGood = measured.length > 0 && total <= most;
    if (!isGood) code = 1;
    const sizes = `${(total / kB).toFixed(1).padStart(7)} of ${String(most / kB).padStart(5)} kB${zipped ? ' gz' : '   '}`;
    console.log(`${name.padEnd(15)} ${sizes}  ${measured.length} parts${isGood ? '' : '  TOO MUCH, OR NOTHING READ'}`);
  }
  const { length } = built.precached;
  console.log(`precache        ${length} of ${mostFiles} files`);
  return length > mostFiles ? 1 : code;
};
