/** Browsers may report an invalid language (`c`, `en_US.UTF-8`), at which formatting throws. */
function isLanguage(word: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(word).length >= 0;
  } catch (thrown) {
    if (thrown instanceof RangeError) return false;
    throw thrown;
  }
}

/** Replaces an invalid `navigator.language`, before a library reads it. */
export function mendLanguage(browser: { readonly language: string }): void {
  if (!isLanguage(browser.language)) Object.defineProperty(browser, 'language', { value: 'es-AR', configurable: true });
}
