import { useState } from 'react';
import { offlineSentences } from '../../../../contract/sentences-offline.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { TandaState } from './use-tanda.ts';

interface TandaNoticesProps {
  /** An earlier visit left animals in it. */
  readonly isFound: boolean;
  readonly state: TandaState;
}

/** What must be known before the next animal: that this is an earlier tanda, or that the phone did not take the last touch. */
export const TandaNotices = ({ isFound, state }: TandaNoticesProps) => {
  const [isSeen, setSeen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const message = state.failed ?? state.issues[0]?.message ?? null;
  return (
    <>
      {state.isUnkept ? (
        <Notice tone="danger" role="alert" action={<Button onClick={state.keepNow}>Reintentar</Button>}>
          {offlineSentences.notSaved}
        </Notice>
      ) : null}
      {message === null ? null : (
        <Notice tone="danger" role="alert" title="No se pudo guardar. Reintentar">
          {message}
        </Notice>
      )}
      {isFound && !isSeen ? (
        <Notice
          action={
            <>
              <Button compact onClick={() => setSeen(true)}>
                Seguir
              </Button>
              <Button compact variant="quiet" onClick={() => setAsking(true)}>
                Empezar de nuevo
              </Button>
            </>
          }
        >
          Recuperamos lo que estabas cargando
        </Notice>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        danger
        title="¿Empezar de nuevo?"
        confirmLabel="Empezar de nuevo"
        onConfirm={() => {
          setAsking(false);
          setSeen(true);
          state.startOver();
        }}
        onClose={() => setAsking(false)}
      >
        {`Se ${state.tanda.touches.length === 1 ? 'borra el animal anotado' : `borran los ${state.tanda.touches.length} animales anotados`}, que todavía no guardaste.`}
      </ConfirmDialog>
    </>
  );
};
