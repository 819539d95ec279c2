import { afterFrames } from './after-frames.ts';
import { guardScripts } from './trusted-scripts.ts';

const { dataset } = document.documentElement;

function make<K extends 'link' | 'script'>(
  name: K,
  values: Partial<HTMLElementTagNameMap[K]>,
): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(name), values);
}

/** The files of a version go when another one takes over: a page of the one before is loaded anew, once that has happened. */
function loadAnew(): void {
  if (dataset.worker === 'new') location.reload();
  else if ('serviceWorker' in navigator)
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
}

/** The sheet before the script, which draws as soon as it runs; without the one the other comes all the same. */
function load(app: string, sheet: string): void {
  guardScripts();
  const link = make('link', { rel: 'stylesheet', crossOrigin: '', href: sheet });
  link.onload = link.onerror = () => {
    const script = make('script', { src: app });
    script.onerror = loadAnew;
    document.head.append(script);
  };
  document.head.append(link, make('link', { rel: 'preload', as: 'script', href: app }));
}

/**
 * Loads what index.html draws its first frame without (decision 78), after that frame; at once where it shows nothing of a farm, or nobody
 * looks. Waits until `#root` is there, which the app draws in.
 */
export function loadApp({ app, sheet }: DOMStringMap): void {
  if (app === undefined || sheet === undefined) throw new Error('The document names no app');
  const start = (): void => load(app, sheet);
  if (dataset.shell === undefined) start();
  else afterFrames(1, start);
}
