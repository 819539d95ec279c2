import { dress, keptLook } from '#features/shell/dress.ts';
import { readSeenTiles, type SeenTiles } from '#features/home/seen-tiles.ts';
import { storageKeys } from '#contract/constants.ts';
import { pinPrefix } from '#session/pin-lock.ts';
import { loadApp } from './load-app.ts';
import { clickSame } from './pressed-early.ts';

/**
 * The script of index.html that runs before the first paint (decisions 60, 62): where somebody is signed in, the bars of a farm's screens
 * stand while the app loads, and at Inicio its buttons. They say nothing of a farm; a press on them waits for the app. It stands in the document
 * itself, and loads the app when the first frame was painted (decision 78).
 */

/** Screens without the bars. */
const outside = /^\/(log-in|sign-up|recovery|admin-activation|conversations)(\/|$)/;

const { dataset } = document.documentElement;
const own = document.currentScript?.dataset ?? {};

// A version that takes over before the app has come leaves this page with files that are gone: the app loads it anew (`updates.ts`).
if ('serviceWorker' in navigator && navigator.serviceWorker.controller)
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    dataset.worker = 'new';
  });

/** Not over a sheet that the address opens. */
const isHome = location.pathname === '/dashboard' && location.search === '';

/** Not before a PIN. */
function tilesSeen(): SeenTiles | null {
  const hasPin = Object.keys(localStorage).some((name) => name.startsWith(pinPrefix));
  return hasPin ? null : readSeenTiles(localStorage);
}

try {
  dress(keptLook());
  if (localStorage.getItem(storageKeys.token) !== null && !outside.test(location.pathname)) {
    dataset.shell = isHome ? 'soon' : 'open';
  }
} catch (thrown) {
  // Without storage the app tells the person.
  if (!(thrown instanceof DOMException)) throw thrown;
}

let pressed: Element | null = null;

/** Of who was taken off his farm another one opens: a press was not meant for that. */
let farmPressed: string | null = null;
const farmNow = (): string | null => localStorage.getItem(storageKeys.organizationSelect);

/** The last press counts. */
function keepPress({ target }: Event): void {
  const part = target instanceof Element ? target.closest('#shell :is(a, button)') : null;
  if (part === null) return;
  pressed?.removeAttribute('aria-busy');
  part.setAttribute('aria-busy', 'true');
  pressed = part;
  farmPressed = farmNow();
}

/** Shows Inicio's buttons where they stood; none if this document lacks one, or the app came first. */
function placeTiles(shell: Element): void {
  if (dataset.shell === undefined) return;
  dataset.shell = 'open';
  const seen = tilesSeen();
  if (!seen) return;
  const { between, ids } = seen;
  const [grid, wait] = ['[data-tiles]', '[data-between]'].map((part) => shell.querySelector<HTMLElement>(part));
  const all = [...(grid?.children ?? [])] as HTMLElement[];
  const own = ids.flatMap((id) => all.find((tile) => tile.dataset.act === id) ?? []);
  if (!grid || !wait || own.length < ids.length) return;
  wait.style.height = `${between}px`;
  grid.replaceChildren(...own, ...all.slice(-1));
  dataset.shell = 'home';
}

/** The bars go with the first screen that the app draws. Inicio's frame may come before its buttons, which a press waits for. */
function watchApp(shell: Element, root: Element): void {
  const leave = (): void => {
    delete dataset.shell;
    shell.remove();
    clickSame(pressed, root.querySelectorAll<HTMLElement>('nav a, button'), () => farmNow() === farmPressed);
  };
  if (dataset.shell === undefined) return leave();
  // After the first frame, which the bars need less time for; the app waits for them (`script-loader.ts`).
  if (dataset.shell === 'soon') requestAnimationFrame(() => setTimeout(() => placeTiles(shell)));
  const drawn = new MutationObserver(() => {
    if (!root.querySelector(dataset.shell === 'open' ? 'h1, h2, nav, form' : 'h1, form')) return;
    drawn.disconnect();
    leave();
  });
  drawn.observe(root, { childList: true, subtree: true });
}

document.addEventListener('click', keepPress);
/** Not when the document was parsed: on a busy phone that is seconds after its first paint. `#root` comes after the bars. */
const parsing = new MutationObserver(() => {
  const [shell, root] = [document.getElementById('shell'), document.getElementById('root')];
  if (!shell || !root) return;
  parsing.disconnect();
  // Before the bars may go, for they are what the app waits for.
  loadApp(own);
  watchApp(shell, root);
});
parsing.observe(document, { childList: true, subtree: true });
