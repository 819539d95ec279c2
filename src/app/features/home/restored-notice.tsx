import { useState } from 'react';
import { restoredPlaces, restoredSentence } from '#contract/sentences-restored.ts';
import { useLive } from '#platform';
import { forgivingKeys } from '#store/keys.ts';
import { Button, Notice } from '#ui';

const seenKey = 'copia-vista';

/** Tells the owner that the server was restored from a copy, until dismissed on each device. */
export const RestoredNotice = () => {
  const restored = useLive((views) => views.restored());
  const keys = forgivingKeys(localStorage);
  const [seen, setSeen] = useState(() => keys.getItem(seenKey));
  if (!restored || restored.epoch === seen) return null;
  // An older server does not say: take it as a lower bound.
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
