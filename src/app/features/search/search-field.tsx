import { Search, X } from 'lucide-react';
import type { Ref } from 'react';
import { IconButton } from '#ui';
import styles from './search.module.css';

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly ref: Ref<HTMLInputElement>;
}

const longest = 120;

/** Stays above the results. Esc closes the search; a button clears the text. */
export const SearchField = ({ value, onChange, ref }: SearchFieldProps) => (
  <search className={styles.field}>
    <Search />
    <input
      ref={ref}
      data-first-focus
      type="text"
      inputMode="search"
      enterKeyHint="search"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={longest}
      aria-label="Buscar en el campo"
      placeholder="Lote, rodeo, tarea, fecha…"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
    {value === '' ? null : (
      <IconButton
        label="Borrar lo escrito"
        icon={<X />}
        onClick={(event) => {
          onChange('');
          event.currentTarget.parentElement?.querySelector('input')?.focus();
        }}
      />
    )}
  </search>
);
