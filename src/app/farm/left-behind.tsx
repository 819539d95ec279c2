import { failureWords } from './failure-words.ts';
import { sumOf } from '#domain';
import { useState } from 'react';
import { offlineSentences } from '#contract/sentences-offline.ts';
import { transferRodeo } from '#domain/movements/kinds/moves.ts';
import type { Movement } from '#domain';
import { Button } from '#ui';
import { FailedNotice, toastSaved, useFarm, useStock } from '#platform';
import { useTry } from '#forms';

/** 'Mover también los 2 que quedaron': moves what is left of a whole rodeo after it (domain.md §3.3). */
export const LeftBehind = ({ movement }: { readonly movement: Movement }) => {
  const farm = useFarm();
  const stock = useStock();
  // The stock follows a moment later: a second touch before would move them twice.
  const [isMoved, setIsMoved] = useState(false);
  const { lot_id: from, to_lot_id: to } = movement.metadata;
  const animals = (movement.review?.left ?? []).flatMap(({ category_id, head }) => {
    const cell = stock?.find(
      (one) => one.lot === from && one.rodeo === movement.rodeoId && one.category === category_id,
    );
    const count = Math.min(head, cell?.head ?? 0);
    return count > 0 ? [{ type: category_id, count }] : [];
  });
  const heads = sumOf(animals, (line) => line.count);
  // If the move is undone, they are offered again.
  if (isMoved && heads === 0) setIsMoved(false);
  const move = useTry(async () => {
    const saved = await farm.acts.recordMovement(transferRodeo.type, {
      date: movement.date,
      rodeo_id: movement.rodeoId,
      from_lot_id: from,
      to_lot_id: to,
      animals,
    });
    setIsMoved(saved.ok);
    if (!saved.ok) return failureWords(saved.problem);
    toastSaved(farm);
    return null;
  });
  return (
    <>
      <FailedNotice message={move.failed} />
      {heads > 0 && !isMoved ? (
        <Button compact busy={move.busy} onClick={move.run}>
          {offlineSentences.moveTheRest(heads)}
        </Button>
      ) : null}
    </>
  );
};
