import { Search } from 'lucide-react';
import styles from './shell.module.css';
import { useLetterKeys } from './theme-store.ts';

/** 'Buscar' in the bar from tablet width up; phones have it in Inicio and 'Más'. */
export const SearchButton = ({ onOpen }: { readonly onOpen: () => void }) => {
  const { choice: hasLetters } = useLetterKeys();
  return (
    <button
      type="button"
      className={styles.search}
      aria-keyshortcuts={hasLetters ? 'Control+K /' : 'Control+K'}
      onClick={onOpen}
    >
      <Search />
      <span>Buscar</span>
      {hasLetters ? <kbd aria-hidden>/</kbd> : null}
    </button>
  );
};
