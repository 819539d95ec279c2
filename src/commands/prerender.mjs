// Prerenders the landing and the log-in: runs the built app at an address and saves what it draws. One address a process, for the app is global.
//   node src/commands/prerender.mjs / landing.html
import 'fake-indexeddb/auto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Window } from 'happy-dom';
import { inRoot } from './root.mjs';

const [address, file] = process.argv.slice(2);
const folder = inRoot('dist/app');
const page = readFileSync(`${folder}/index.html`, 'utf8');
const lateMs = 60_000;

const moduleTag = /\s*<script type="module"[^>]*src="(\/[^"]+)"[^>]*><\/script>/;
const preloadTag = /\s*<link rel="modulepreload"[^>]*>/g;
const entry = moduleTag.exec(page)?.[1];
const script = readdirSync(`${folder}/assets`).find((name) => /^prerendered-[\w-]+\.js$/.test(name));
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

const asked = [];
new window.MutationObserver((records) => {
  for (const link of records.flatMap(({ addedNodes }) => [...addedNodes])) {
    const path = /\/assets\/[\w.-]+$/.exec(link.href ?? '')?.[0];
    if (path && !page.includes(path)) asked.push({ path, rel: link.rel });
    if (link.rel === 'stylesheet') setTimeout(() => link.dispatchEvent(new window.Event('load')), 0);
  }
}).observe(window.document.head, { childList: true });

actAsPage(window);
await import(pathToFileURL(`${folder}${entry}`).href);
const root = window.document.getElementById('root');
const end = Date.now() + lateMs;
while (!root.querySelector('h1')) {
  if (Date.now() > end) throw new Error(`The app draws nothing at ${address}`);
  await new Promise((resolve) => setTimeout(resolve, 20));
}

const link = ({ path, rel }) => `    <link rel="${rel}" crossorigin href="${path}">\n`;
// A page to read loads the app later, by its script; a form needs it at once.
const isRead = address === '/';
const wanted = asked.filter(({ rel }) => rel === 'stylesheet' || !isRead);
const tag = `    <script src="/assets/${script}"${isRead ? ` data-app="${entry}"` : ''}></script>\n`;
const document = (isRead ? page.replace(moduleTag, '').replaceAll(preloadTag, '') : page)
  .replace('<html lang="es-AR"', '<html lang="es-AR" data-prerendered="open"')
  .replace('</head>', () => `${wanted.map(link).join('')}${tag}</head>`)
  .replace('<div id="root">', () => `<div id="prerendered">${root.innerHTML}</div>\n    <div id="root">`);
writeFileSync(`${folder}/${file}`, document);
// The app keeps listeners open.
process.exit(0);
