import { dress } from '#features/shell/dress.ts';
import { storageKeys } from '#contract/constants.ts';
import { clickSame } from './pressed-early.ts';

/**
 * The script of index.html that runs before the first paint (decision 60): where somebody is signed in, the bars of a farm's screens stand
 * while the app loads. They say nothing of a farm; a press on them waits for the app. No module: those wait until the document was parsed.
 */

/** Screens without the bars. */
const outside = /^\/(log-in|sign-up|recovery|admin-activation|conversations)(\/|$)/;

const { dataset } = document.documentElement;

try {
  dress();
  if (localStorage.getItem(storageKeys.token) !== null && !outside.test(location.pathname)) dataset.shell = 'open';
} catch (thrown) {
  // Without storage the app tells the person.
  if (!(thrown instanceof DOMException)) throw thrown;
}

let pressed: Element | null = null;

/** The last press counts. */
function keepPress({ target }: Event): void {
  const part = target instanceof Element ? target.closest('#shell :is(a, button)') : null;
  if (part === null) return;
  pressed?.removeAttribute('aria-busy');
  part.setAttribute('aria-busy', 'true');
  pressed = part;
}

/** Runs when the document is parsed, before the app: the bars go with the first screen that it draws. */
function watchApp(): void {
  const [shell, root] = [document.getElementById('shell'), document.getElementById('root')];
  if (!shell || !root) throw new Error('the document has no place for the app, or no bars');
  const leave = (): void => {
    delete dataset.shell;
    shell.remove();
    clickSame(pressed, root.querySelectorAll<HTMLElement>('nav a, button'));
  };
  shell.addEventListener('click', keepPress);
  if (dataset.shell === undefined) return leave();
  const drawn = new MutationObserver(() => {
    if (!root.querySelector('h1, h2, nav, form')) return;
    drawn.disconnect();
    leave();
  });
  drawn.observe(root, { childList: true, subtree: true });
}

document.addEventListener('readystatechange', watchApp, { once: true });
