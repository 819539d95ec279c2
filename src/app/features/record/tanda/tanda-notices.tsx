import { offlineSentences } from '#contract/sentences-offline.ts';
import { Button, Notice } from '#ui';
import type { TandaState } from './use-tanda.ts';

/** Errors before the next animal: a touch not stored, or a failed save. */
export const TandaNotices = ({ state }: { readonly state: TandaState }) => {
  const message = state.failed ?? state.issues[0]?.message ?? null;
  return (
    <>
      {state.isUnsaved ? (
        <Notice
          tone="danger"
          role="alert"
          action={
            <Button compact onClick={state.keepNow}>
              Reintentar
            </Button>
          }
        >
          {offlineSentences.notSaved}
        </Notice>
      ) : null}
      {message === null ? null : (
        <Notice tone="danger" role="alert" title="No se pudo guardar. Reintentar">
          {message}
        </Notice>
      )}
    </>
  );
};
