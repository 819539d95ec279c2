import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { offlineSentences } from '#contract/sentences-offline.ts';
import { useFarm } from '#platform';
import type { PendingView } from '#sync/farm.ts';
import { IconButton, toastError, toastSuccess, UndoButton } from '#ui';
import { DiscardDialog, discardedBy } from './discard-dialog.tsx';
import styles from './pending.module.css';

interface QueuedActsProps {
  readonly item: PendingView;
  /** Distinguishes the buttons of this row. */
  readonly named: string;
  /** Absent for a farm that is not open. */
  readonly onCorrect?: (opId: string) => void;
}

/**
 * Actions on a waiting record (ux.md §4.8): none while it is being sent or carried for somebody. Once the server may have seen it, it can
 * be corrected but not discarded.
 */
export const QueuedActs = ({ item, named, onCorrect }: QueuedActsProps) => {
  const farm = useFarm();
  const [discarding, setDiscarding] = useState(false);
  const { opId, act, attempts, author, canCorrect, state } = item;
  if (state === 'enviando' || author !== null) return null;
  const isUntried = attempts === 0;
  const keep = async (): Promise<void> => {
    if (await farm.acts.undo(opId)) toastSuccess(offlineSentences.undone);
    else toastError(offlineSentences.sent);
  };
  // Undoing a deletion loses nothing.
  if (act === 'delete') return isUntried ? <UndoButton of={named} onClick={() => void keep()} /> : null;
  return (
    <>
      {canCorrect && onCorrect ? (
        <IconButton label="Corregir" of={named} icon={<Pencil size={20} />} onClick={() => onCorrect(opId)} />
      ) : null}
      {isUntried ? (
        <IconButton
          className={styles.discard}
          label="Descartar"
          of={named}
          icon={<Trash2 size={20} />}
          onClick={() => setDiscarding(true)}
        />
      ) : null}
      <DiscardDialog
        open={discarding}
        subject={discardedBy[act]}
        what={named}
        onClose={() => setDiscarding(false)}
        onDiscard={() => void farm.acts.discard(opId)}
      />
    </>
  );
};
