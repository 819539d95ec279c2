import { Search } from 'lucide-react';
import { IconButton } from '#ui';
import styles from './home.module.css';

/** Phones only: their bar has no room for it. */
export const SearchAside = ({ onSearch }: { readonly onSearch: () => void }) => (
  <span className={styles.search}>
    <IconButton label="Buscar" icon={<Search size={28} />} onClick={onSearch} />
  </span>
);
