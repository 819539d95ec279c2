/** The build's name, put in by vite: it tells which version wrote a record. */
declare const __APP_BUILD__: string;

interface Window {
  /** The browser's offer to install the app, kept by `prerendered.ts` until a screen uses it. */
  installQuestion?: Event;
}
