import { Undo2 } from 'lucide-react';
import type { RecordedKind } from '../../../../domain/movements/define.ts';
import { Button } from '../../../ui/button.tsx';
import type { FarmThings } from '../start.ts';
import styles from './tanda.module.css';
import type { TandaState } from './use-tanda.ts';
import { saveTandaWords, touchWords } from './words.ts';

interface TandaFooterProps {
  readonly kind: RecordedKind;
  readonly things: FarmThings;
  readonly state: TandaState;
  readonly onFinish: () => void;
}

/** Taking the last one back, and the end. */
export const TandaFooter = ({ kind, things, state, onFinish }: TandaFooterProps) => {
  const { tanda, removed } = state;
  const last = tanda.touches.at(-1);
  return (
    <>
      {removed ? (
        <Button compact variant="quiet" className={styles.putBack} onClick={state.putBack}>
          {`Reponer ${touchWords(removed, things)}`}
        </Button>
      ) : null}
      <Button
        icon={<Undo2 size={24} aria-hidden />}
        disabled={!last}
        aria-label={last ? `Borrar el último: ${touchWords(last, things)}` : 'Borrar el último'}
        onClick={() => state.removeAt(tanda.touches.length - 1)}
      >
        Borrar el último
      </Button>
      <Button variant="primary" busy={state.busy} disabled={!last} onClick={onFinish}>
        {saveTandaWords(kind, tanda)}
      </Button>
    </>
  );
};
