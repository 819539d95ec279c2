import { useState } from 'react';
import { restoredPlaces, restoredSentence } from '#contract/sentences-restored.ts';
import { useLive } from '#platform';
import { forgivingKeys } from '#store/keys.ts';
import { Button, Notice } from '#ui';

const seenKey = 'copia-vista';

/** Tells the owner that the server went back to a copy and what to look at, until he has read it on each device. */
export const RestoredNotice = () => {
  const restored = useLive((views) => views.restored());
  const keys = forgivingKeys(localStorage);
  const [seen, setSeen] = useState(() => keys.getItem(seenKey));
  if (!restored || restored.epoch === seen) return null;
  // A server that says nothing of it may not know: what phones share with the copy is a bound.
  const copy = { at: restored.copy_at, mayBeNewer: restored.copy_may_be_newer ?? true };
  const dismiss = (): void => {
    keys.setItem(seenKey, restored.epoch);
    setSeen(restored.epoch);
  };
  return (
    <Notice tone="warn" role="status" action={<Button onClick={dismiss}>Entendido</Button>}>
      <p>{restoredSentence(copy, restored.returned)}</p>
      <p>{restoredPlaces}</p>
    </Notice>
  );
};
