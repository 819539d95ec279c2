// Prerenders the landing, the log-in and the bars of a farm's screens: runs the built app at an address and saves what it draws. One address a
// process, for the app is global.
//   node src/commands/prerender.mjs / landing.html
import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { Window } from 'happy-dom';
import { firstRules } from './first-rules.mjs';
import { inRoot } from './run.mjs';

const [address, file] = process.argv.slice(2);
const folder = inRoot('dist/app');
const page = readFileSync(`${folder}/index.html`, 'utf8');
const lateMs = 60_000;

const entryTag = /\s*<script defer src="(\/[^"]+)"><\/script>/;
const entry = entryTag.exec(page)?.[1];
// Bars alone, for who is in: index.html is every phone's own document.
const isShell = file === 'index.html';
const scriptName = isShell ? 'shell-first' : 'prerendered';
const script = readdirSync(`${folder}/assets`).find(
  (name) => name.startsWith(`${scriptName}-`) && name.endsWith('.js'),
);
if (!entry || !script) throw new Error('The build has no script of the app, or none for these documents');

/** Makes a window's names global. Node's own stay, except those a page must have its own of. */
const actAsPage = (window) => {
  const own = ['navigator', 'Event', 'CustomEvent', 'EventTarget', 'MessageEvent', 'localStorage', 'sessionStorage'];
  const acts = [
    'addEventListener',
    'removeEventListener',
    'dispatchEvent',
    'matchMedia',
    'scrollTo',
    'getComputedStyle',
  ];
  for (const name of Object.getOwnPropertyNames(window)) {
    if (name in globalThis && !own.includes(name)) continue;
    Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true });
  }
  for (const name of [...acts, 'requestAnimationFrame', 'cancelAnimationFrame']) {
    globalThis[name] = window[name].bind(window);
  }
  for (const name of ['document', 'navigator', 'location', 'history', 'localStorage', 'sessionStorage']) {
    Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true });
  }
  globalThis.window = globalThis;
  globalThis.self = globalThis;
};

const window = new Window({
  url: `http://localhost${address}`,
  width: 360,
  height: 740,
  settings: { disableJavaScriptFileLoading: true, disableCSSFileLoading: true },
});
window.document.write(page.replaceAll(/<script[^>]*><\/script>/g, ''));

const fileText = (path) => readFileSync(`${folder}${path}`, 'utf8');
const runFile = (file) => runInThisContext(fileText(file), { filename: file });

const asked = [];
const pathOf = (address) => /\/assets\/[\w.-]+$/.exec(address)?.[0];
new window.MutationObserver((records) => {
  for (const link of records.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (link.rel !== 'stylesheet') continue;
    const path = pathOf(link.href);
    if (path && !page.includes(path)) asked.push({ path, isStyle: true });
    setTimeout(() => link.dispatchEvent(new window.Event('load')), 0);
  }
}).observe(window.document.head, { childList: true });

// This window fetches no script: the loader's are run here.
const { head } = window.document;
const append = head.append.bind(head);
head.append = (part) => {
  const path = part.localName === 'script' && pathOf(part.src);
  if (path) {
    asked.push({ path, isStyle: false });
    runFile(path);
  }
  append(part);
};

/** Somebody of a farm without a name, as a phone without signal remembers him. */
const signIn = ({ localStorage, navigator }) => {
  const middle = Buffer.from(JSON.stringify({ sub: 'nobody', exp: 9_999_999_999, iat: 0 })).toString('base64url');
  const user = { id: 'nobody', email: '', first_name: '', last_name: '', phone: null, is_super_admin: false };
  const organizations = [{ organization: { id: 'none', name: '' }, role: 'user' }];
  for (const name of ['token', 'refreshToken']) localStorage.setItem(name, `x.${middle}.x`);
  localStorage.setItem('sesion:personas', JSON.stringify({ user, organizations }));
  globalThis.fetch = () => Promise.reject(new TypeError('no signal'));
  const locks = { request: async (_name, ...rest) => await rest.at(-1)({}) };
  Object.defineProperty(navigator, 'locks', { value: locks });
};

if (isShell) signIn(window);
actAsPage(window);
runFile(entry);
const root = window.document.getElementById('root');
const end = Date.now() + lateMs;
while (!root.querySelector(isShell ? '[data-act]' : 'h1')) {
  if (Date.now() > end) throw new Error(`The app draws nothing at ${address}`);
  await new Promise((resolve) => setTimeout(resolve, 20));
}

const link = ({ path, isStyle }) =>
  isStyle
    ? `    <link rel="stylesheet" crossorigin href="${path}">\n`
    : `    <link rel="preload" as="script" href="${path}">\n`;

/** Inicio's heading and buttons, and the place of what differs between them. */
const home = (shell) => {
  const part = window.document.createElement('div');
  const between = window.document.createElement('div');
  part.dataset.home = between.dataset.between = '';
  const heading = shell.querySelector('h1').closest('div').parentElement;
  shell.querySelector('h1').nextElementSibling.remove();
  part.append(heading, between, shell.querySelector('[data-tiles]').parentElement);
  return part;
};

/** The bars, and Inicio's buttons, without what differs between farms, people and moments. */
const bars = () => {
  const shell = root.querySelector('nav').closest('[data-nav]').cloneNode(true);
  for (const part of shell.querySelectorAll('a[href="#contenido"], kbd')) part.remove();
  shell.querySelector('header').replaceChildren();
  shell.querySelector('main > div').replaceChildren(home(shell));
  for (const link of shell.querySelectorAll('.active')) link.classList.remove('active');
  for (const name of ['id', 'type', 'aria-current', 'aria-keyshortcuts', 'data-status', 'tabindex', 'href'])
    for (const part of shell.querySelectorAll(`[${name}]`)) part.removeAttribute(name);
  // Every phone keeps this document: what an icon is called there is said by nobody.
  for (const icon of shell.querySelectorAll('svg')) {
    icon.setAttribute('class', 'lucide');
  }
  // Unseen by readers, whom it would tell of what is not there yet.
  for (const part of shell.querySelectorAll('button, main')) part.tabIndex = -1;
  return shell.outerHTML.replaceAll(/><\/(?:path|circle|rect|line|ellipse)>/g, '/>');
};

/** The precache list names index.html by its bytes, and the sheet that stands in it now. */
const tellWorker = (before, after, sheet) => {
  const [old, now] = [before, after].map((text) => createHash('md5').update(text).digest('hex'));
  const worker = fileText('/sw.js');
  const entry = new RegExp(`\\{[^{}]*"${sheet.slice(1)}"[^{}]*\\},?`);
  if (!worker.includes(old) || !entry.test(worker))
    throw new Error('The service worker does not name index.html as it was built, or its sheet');
  writeFileSync(`${folder}/sw.js`, worker.replace(old, now).replace(entry, ''));
};

/** The browser draws no frame before it has read as far as `#root`: an empty one would come first, and the bars after it. */
const expectTag = '    <link rel="expect" href="#root" blocking="render">\n';

/** What ends the element that a text stands in would be read as markup. */
const within = (name, text, attributes = '') => {
  if (/<\/|<!--/.test(text)) throw new Error(`A ${name} within the document cannot hold what ends it`);
  return `    <${name}${attributes}>${text.trim()}</${name}>\n`;
};

/**
 * index.html draws its first frame of its own bytes (decision 78): rules and script of that stand in it, and name the app's script and
 * sheets, which come after the frame. The server's policy names both by their hashes.
 */
const shellDocument = () => {
  const ownTag = /\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/;
  const own = ownTag.exec(page)[1];
  const sheet = asked.find(({ path }) => /\/ui-[\w-]+\.css$/.test(path)).path;
  const template = page
    .replace(entryTag, '')
    .replace(ownTag, '')
    .replace('<div id="root">', () => `<div id="shell" aria-hidden="true">${bars()}</div>\n    <div id="root">`);
  // The app's own sheet comes before those of its screens wherever it stands: all of it, for a phone would else keep its rules twice.
  const rules = fileText(own) + firstRules(fileText(sheet), template);
  const early = `/assets/${script}`;
  const names = ` data-app="${entry}" data-sheet="${sheet}"`;
  const head = `${expectTag}${within('style', rules)}${within('script', fileText(early), names)}`;
  rmSync(`${folder}${early}`);
  const text = template.replace('</head>', () => `${head}</head>`);
  tellWorker(page, text, own);
  return text;
};

/** A screen that is read before the app loads. A page to read loads the app later, by its script; a form needs it at once. */
const openDocument = () => {
  const isRead = address === '/';
  const wanted = asked.filter(({ isStyle }) => isStyle || !isRead);
  const scriptTag = `    <script src="/assets/${script}"${isRead ? ` data-app="${entry}"` : ''}></script>\n`;
  // Whoever reads a screen waits for no app.
  const template = page.replace(/\s*<p id="late"[^>]*>[^<]*<\/p>/, '');
  return (isRead ? template.replace(entryTag, '') : template)
    .replace('<html lang="es-AR"', '<html lang="es-AR" data-prerendered="open"')
    .replace('</head>', () => `${wanted.map(link).join('')}${scriptTag}</head>`)
    .replace('<div id="root">', () => `<div id="prerendered">${root.innerHTML}</div>\n    <div id="root">`);
};

const document = isShell ? shellDocument() : openDocument();
writeFileSync(`${folder}/${file}`, document);
// The app keeps listeners open.
process.exit(0);
