import { Undo2 } from 'lucide-react';
import { Button } from '#ui';
import styles from './tanda.module.css';
import type { PadProps } from './use-tanda.ts';
import { saveTandaWords, touchWords } from './words.ts';

/** Undo last, and save. */
export const TandaFooter = ({ kind, things, state, onFinish }: PadProps & { readonly onFinish: () => void }) => {
  const { tanda } = state;
  const last = tanda.touches.at(-1);
  return (
    <>
      <Button
        className={styles.back}
        icon={<Undo2 size={20} aria-hidden />}
        disabled={!last}
        aria-label={last ? `Borrar el último: ${touchWords(last, things)}` : 'Borrar el último'}
        onClick={() => state.removeAt(tanda.touches.length - 1)}
      >
        Borrar el último
      </Button>
      <Button variant="primary" className={styles.save} busy={state.busy} disabled={!last} onClick={onFinish}>
        {saveTandaWords(kind, tanda)}
      </Button>
    </>
  );
};
