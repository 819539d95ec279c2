import { useEffect } from 'react';
import { useLetterKeys } from './theme-store.ts';

interface ScreenActs {
  readonly onSearch: () => void;
  readonly onRegister: () => void;
}

/** Typing, or in a dialog. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog') !== null;

/** The act a key triggers (ux.md §4.8). Keys without Control are ignored while typing and can be switched off (WCAG 2.1.4). */
function askedBy(event: KeyboardEvent, hasLetters: boolean): keyof ScreenActs | null {
  if (event.defaultPrevented || event.repeat || document.querySelector('dialog[open]')) return null;
  const key = event.key.toLowerCase();
  const isWithControl = event.ctrlKey || event.metaKey;
  if (event.altKey) return null;
  if (isWithControl) return key === 'k' && !event.shiftKey ? 'onSearch' : null;
  if (!hasLetters || isTyping(event.target)) return null;
  // On a Spanish keyboard the slash is Shift+7.
  if (key === '/') return 'onSearch';
  return key === 'n' && !event.shiftKey ? 'onRegister' : null;
}

/** Shortcuts on every farm screen: N records, / and Ctrl+K search. */
export function useScreenKeys({ onSearch, onRegister }: ScreenActs): void {
  const { choice: hasLetters } = useLetterKeys();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const asked = askedBy(event, hasLetters);
      if (asked === null) return;
      event.preventDefault();
      if (asked === 'onSearch') onSearch();
      else onRegister();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [hasLetters, onSearch, onRegister]);
}
