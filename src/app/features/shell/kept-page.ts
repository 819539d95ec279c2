import { useEffect } from 'react';
import { useSession } from '#platform';
import { storageKeys } from '#contract/constants.ts';
import type { Session } from '#session/session.ts';
import { keptAddresses, startPagesPrefix } from '#update/start-addresses.ts';
import { keptLook } from './dress.ts';

/**
 * Has the pages that the phone's icon opens say by themselves what their script would: that somebody is in, the theme and the letters. The
 * bars are then painted without waiting for a script (decision 76).
 */

const htmlTag = /<html lang="es-AR"[^>]*>/;
const scriptTag = /<script (?:async )?src="(\/assets\/shell-first-[\w-]+\.js)">/;
const appTag = /<script defer src="([^"]+)"><\/script>/;
const laterTag = /<link rel="preload"[^>]*><template><script src="([^"]+)"><\/script><\/template>/;

/**
 * A page that was kept, as this device opens it.
 * @param look - Attributes of the document; null for a page that waits for its script, as it came
 */
export function dressedPage(page: string, look: string | null): string {
  const dressed = page
    .replace(htmlTag, () => `<html lang="es-AR"${look ?? ''}>`)
    .replace(scriptTag, `<script ${look === null ? '' : 'async '}src="$1">`);
  if (look === null) return dressed.replace(laterTag, '<script defer src="$1"></script>');
  // A script that waits for the parser alone would run before the first frame: `shell-first.ts` puts this in after it.
  const later = '<link rel="preload" as="script" href="$1"><template><script src="$1"></script></template>';
  return dressed.replace(appTag, later);
}

type Follow = Pick<Session, 'state' | 'subscribe'>;

/** What else than its hour a phone may have a theme go by. */
const otherTastes = (): MediaQueryList[] =>
  ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'].map((taste) => window.matchMedia(taste));

/** What the document would be told by its script. A theme that goes by the hour is light, unless the phone prefers otherwise. */
function lookNow({ state }: Follow): string | null {
  if (state().status !== 'signed-in' || localStorage.getItem(storageKeys.token) === null) return null;
  const { theme, textSize } = keptLook();
  if (theme === 'auto' && otherTastes().some(({ matches }) => matches)) return null;
  const [byHour, shown] = theme === 'auto' ? [' data-by-hour', 'light'] : ['', theme];
  return `${byHour} data-theme="${shown}" data-text-size="${textSize}"`;
}

async function dressPages(look: string | null): Promise<void> {
  // What the script of another version makes of such attributes is not known.
  const script = document.querySelector('script[src^="/assets/shell-first-"]')?.getAttribute('src') ?? '';
  for (const name of await caches.keys()) {
    if (!name.startsWith(startPagesPrefix)) continue;
    const cache = await caches.open(name);
    const [other] = await cache.keys();
    for (const address of keptAddresses) {
      const own = await cache.match(address);
      // A browser that is ended while it writes may lose the page, and without it the icon opens nothing without signal: all are alike.
      const kept = own ?? (other && (await cache.match(other)));
      const before = (await kept?.text()) ?? '';
      const shell = /\?./.test(address) ? 'open' : 'soon';
      const isOwn = script !== '' && before.includes(`"${script}"`);
      const after = dressedPage(
        before,
        isOwn && look !== null ? ` data-kept="${name}"${look} data-shell="${shell}"` : null,
      );
      if (kept && (!own || after !== before)) await cache.put(address, new Response(after, { headers: kept.headers }));
    }
  }
}

/** As long as the document lives: at each change of who is in, of the theme and of the letters. Where no page is kept (an address without HTTPS), nothing. */
export function keepDressed(session: Follow): void {
  if (!('caches' in globalThis && 'locks' in navigator)) return;
  let last: string | null | undefined;
  const look = (): void => {
    if (lookNow(session) === last) return;
    last = lookNow(session);
    // One tab after the other, by what holds when its turn comes. What fails is made good by the page's script, and tried again at the next start.
    void navigator.locks.request('start-pages', () => dressPages(lookNow(session))).catch(() => undefined);
  };
  look();
  session.subscribe(look);
  for (const taste of otherTastes()) taste.addEventListener('change', look);
  const options = { attributes: true, attributeFilter: ['data-theme', 'data-text-size'] };
  new MutationObserver(look).observe(document.documentElement, options);
}

/** Long after the first screen: it is for the next start. */
const afterMs = 1500;

let isFollowed = false;

/** Has this device's start pages dressed from now on, its sign-out included. */
export function useDressedPages(): void {
  const { session } = useSession();
  useEffect(() => {
    if (isFollowed || !import.meta.env.PROD) return;
    isFollowed = true;
    setTimeout(() => keepDressed(session), afterMs);
  }, [session]);
}
