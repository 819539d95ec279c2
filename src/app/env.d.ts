/** The build's name, put in by vite: it tells which version wrote a record. */
declare const __APP_BUILD__: string;
