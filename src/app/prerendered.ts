import { dress, keptLook } from '#features/shell/dress.ts';
import { wasEverIn } from '#session/departures.ts';
import { clickSame } from './pressed-early.ts';

/**
 * The one script of a prerendered document (decision 55), run before the first paint: sets the theme, decides whether this device may see
 * the screen, and hands over to the app. No module, for those wait until the document was parsed.
 */

/** Without any interaction: long enough that nothing is being read or drawn. */
const restMs = 6_000;

const html = document.documentElement;
const appFile = document.currentScript?.dataset.app;

/** 'open': the prerendered screen shows. 'shut': not on this device. None: the app took over. */
const state = (): string | undefined => html.dataset.prerendered;

/** Without storage the app tells the person. */
function isNewDevice(): boolean {
  try {
    dress(keptLook());
    return !wasEverIn(Object.keys(localStorage));
  } catch (thrown) {
    if (thrown instanceof DOMException) return false;
    throw thrown;
  }
}

let pressed: HTMLButtonElement | null = null;

/** Keeps a press for the app until it is here; no form submits by itself. */
function keepPress(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (state() !== 'open' || button === null) return;
  event.preventDefault();
  pressed = button;
  if (button.type === 'submit') button.setAttribute('aria-busy', 'true');
}

/** The native setter: with an event, React takes its value as typed. */
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

/** Hands over typed text, scroll and press; keeps loaded pictures. */
function handOver(before: Element, root: Element): void {
  delete html.dataset.prerendered;
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
  clickSame(pressed, root.querySelectorAll('button'));
}

/** Runs when the document is parsed, before any other script. */
function watchApp(): void {
  const [before, root] = [document.getElementById('prerendered'), document.getElementById('root')];
  if (!before || !root) throw new Error('the document has no place for the app, or no screen');
  if (state() === 'shut') {
    before.remove();
    delete html.dataset.prerendered;
    return;
  }
  const drawn = new MutationObserver(() => {
    if (!root.querySelector('h1')) return;
    drawn.disconnect();
    handOver(before, root);
  });
  drawn.observe(root, { childList: true, subtree: true });
}

/** Loads the app at the first interaction, or after `restMs`. */
function loadLater(load: () => void): void {
  for (const sign of ['pointerdown', 'keydown', 'scroll', 'touchstart']) {
    addEventListener(sign, load, { once: true, passive: true, capture: true });
  }
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  if (connection?.saveData !== true) addEventListener('load', () => setTimeout(load, restMs));
}

const isNew = isNewDevice();
if (!isNew) html.dataset.prerendered = 'shut';
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
