import { Search } from 'lucide-react';
import { useEffect } from 'react';
import styles from './shell.module.css';

/** Where a letter is typed, or a question waits for its answer, the shortcut is an ordinary key. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog') !== null;

const asksToSearch = (event: KeyboardEvent): boolean => {
  if (event.defaultPrevented || document.querySelector('dialog[open]')) return false;
  if (event.key.toLowerCase() === 'k') return (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  return event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
};

/** 'Buscar' in the bar, from a tablet up; on a phone it stands in Inicio and in 'Más'. Ctrl+K and / open it anywhere (ux.md §4.8). */
export const SearchButton = ({ onOpen }: { readonly onOpen: () => void }) => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!asksToSearch(event)) return;
      event.preventDefault();
      onOpen();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onOpen]);
  return (
    <button type="button" className={styles.search} aria-keyshortcuts="Control+K /" onClick={onOpen}>
      <Search size={24} aria-hidden />
      <span>Buscar</span>
      <kbd aria-hidden>/</kbd>
    </button>
  );
};
