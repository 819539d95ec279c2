/** Browsers may name an invalid language (`c`, `en_US.UTF-8`), at which formatting throws. */
function isLanguage(word: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(word).length >= 0;
  } catch (thrown) {
    if (thrown instanceof RangeError) return false;
    throw thrown;
  }
}

/** Gives the page a language that can be formatted by, before a library that asks the browser for it is loaded. */
export function mendLanguage(browser: { readonly language: string }): void {
  if (!isLanguage(browser.language)) Object.defineProperty(browser, 'language', { value: 'es-AR', configurable: true });
}
