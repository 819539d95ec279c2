/** The build's name, put in by vite; recorded with every write. */
declare const __APP_BUILD__: string;

interface Window {
  /** The browser's install prompt, kept by `prerendered.ts` until a screen uses it. */
  installQuestion?: Event;
}
