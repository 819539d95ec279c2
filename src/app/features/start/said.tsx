import { useState } from 'react';
import { useFarmStatus } from '#platform';
import styles from './start.module.css';

/** What was saved last, and whether only on this device (ux.md §5.3). */
export function useSaid() {
  const { reach } = useFarmStatus();
  const [said, setSaid] = useState('');
  const kept = reach === 'reachable' ? 'Guardado' : 'Guardado en este celular';
  return { said, say: (what: string): void => setSaid(`${kept}: ${what}`) };
}

export const Said = ({ words }: { readonly words: string }) => (
  <p role="status" className={styles.said}>
    {words}
  </p>
);
