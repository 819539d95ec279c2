import { useState } from 'react';
import { useFarmStatus } from '#platform';
import styles from './start.module.css';

/** What was saved last, for eyes and readers: on this device, or on its way to everybody, and never more than is known (ux.md §5.3). */
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
