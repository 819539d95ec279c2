const wordsOf = (part: Element): string => part.getAttribute('aria-label') ?? part.textContent;

/** Clicks the one of these parts with the words of what was pressed before the app came, after typed text was taken up, if it may still. */
export function clickSame(pressed: Element | null, parts: Iterable<HTMLElement>, isMeant = () => true): void {
  const words = pressed && wordsOf(pressed);
  const same = [...parts].find((part) => wordsOf(part) === words);
  if (same)
    setTimeout(() => {
      if (isMeant()) same.click();
    });
}
