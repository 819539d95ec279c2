import { dress } from '#features/shell/dress.ts';
import { wasEverIn } from '#session/mirror.ts';

/**
 * The one script of a prerendered document (decision 55), run before anything is painted: it sets the theme, decides whether this device
 * may see that screen, and hands it over to the app. A plain script without imports, for modules wait until the document was read.
 */

/** With no sign of a person on the page: long enough that nothing is still being read or drawn. */
const restMs = 6_000;

const html = document.documentElement;
const appFile = document.currentScript?.dataset['app'];

/** 'open': the prerendered screen is shown. 'shut': it is not for this device. None: the app has taken over. */
const state = (): string | undefined => html.dataset['prerendered'];

/** Browsers that keep nothing are told so by the app. */
function isNewDevice(): boolean {
  try {
    dress();
    return !wasEverIn(Object.keys(localStorage));
  } catch (thrown) {
    if (thrown instanceof DOMException) return false;
    throw thrown;
  }
}

let pressed: HTMLButtonElement | null = null;

/** Keeps a press that only the app can handle until it is here; no form leaves by itself. */
function keepPress(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (state() !== 'open' || button === null) return;
  event.preventDefault();
  pressed = button;
  if (button.type === 'submit') button.setAttribute('aria-busy', 'true');
}

/** The browser's own setter: with an event, the framework takes a value set by it as typed. */
const valueProperty = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');

function carryTyped(from: HTMLInputElement, to: HTMLInputElement): void {
  if (from.value !== '') {
    valueProperty?.set?.call(to, from.value);
    to.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (document.activeElement !== from) return;
  to.focus({ preventScroll: true });
  to.setSelectionRange(from.selectionStart, from.selectionEnd);
}

const wordsOf = (button: Element): string => button.getAttribute('aria-label') ?? button.textContent;

/** Hands over what was typed, read and pressed, and keeps seen pictures. */
function handOver(before: Element, root: Element): void {
  delete html.dataset['prerendered'];
  for (const from of before.querySelectorAll('input')) {
    const to = root.querySelector<HTMLInputElement>(`input[autocomplete='${from.autocomplete}']`);
    if (to) carryTyped(from, to);
  }
  for (const seen of before.querySelectorAll('img')) {
    const same = root.querySelector<HTMLImageElement>(`img[src='${seen.getAttribute('src') ?? ''}']`);
    if (seen.complete && same) Object.assign(same, { loading: 'eager', decoding: 'sync' });
  }
  const [read, now] = [before.firstElementChild, root.firstElementChild];
  if (read && now) now.scrollTop = read.scrollTop;
  before.remove();
  const words = pressed === null ? null : wordsOf(pressed);
  const same = [...root.querySelectorAll('button')].find((button) => wordsOf(button) === words);
  // After what was typed has been taken up.
  if (same) setTimeout(() => same.click());
}

/** The document is read, and no other script has run: from here on the app may draw. */
function watchApp(): void {
  const [before, root] = [document.getElementById('prerendered'), document.getElementById('root')];
  if (!before || !root) throw new Error('the document has no place for the app, or no screen');
  if (state() === 'shut') {
    before.remove();
    delete html.dataset['prerendered'];
    return;
  }
  const drawn = new MutationObserver(() => {
    if (!root.querySelector('h1')) return;
    drawn.disconnect();
    handOver(before, root);
  });
  drawn.observe(root, { childList: true, subtree: true });
}

/** Loads the app at the first sign of a person, or after a long rest. */
function loadLater(load: () => void): void {
  for (const sign of ['pointerdown', 'keydown', 'scroll', 'touchstart']) {
    addEventListener(sign, load, { once: true, passive: true, capture: true });
  }
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  if (connection?.saveData !== true) addEventListener('load', () => setTimeout(load, restMs));
}

const isNew = isNewDevice();
if (!isNew) html.dataset['prerendered'] = 'shut';
addEventListener('click', keepPress, { capture: true });
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  window.installQuestion = event;
});
document.addEventListener('readystatechange', watchApp, { once: true });
if (appFile !== undefined) {
  const load = (): void => void import(/* @vite-ignore */ appFile);
  if (isNew) loadLater(load);
  else document.addEventListener('DOMContentLoaded', load, { once: true });
}
