import { useState } from 'react';
import { offlineSentences } from '#contract/sentences-offline.ts';
import type { Thing } from '#domain/things/describe.ts';
import type { ThingName } from '#sync/things/things.ts';
import { Button, ConfirmDialog, toastError } from '#ui';
import { useFarm } from '#platform';
import { useOnce } from '#forms';

interface DeleteThingProps {
  readonly thing: Thing;
  readonly id: string;
  readonly name: string;
  readonly onDeleted: () => void;
}

/** Deletes a thing after a confirmation, once. */
export const DeleteThing = ({ thing, id, name, onDeleted }: DeleteThingProps) => {
  const farm = useFarm();
  const [asking, setAsking] = useState(false);
  const remove = useOnce(async () => {
    const removed = await farm.acts.deleteThing(thing.name as ThingName, id);
    setAsking(false);
    if (removed.ok) onDeleted();
    else toastError(removed.problem.reason === 'invalid' ? offlineSentences.othersDepend : removed.problem.message);
  });
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Eliminar
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title={`¿Eliminar ${name}?`}
        confirmLabel="Eliminar"
        onConfirm={() => void remove.run()}
        onClose={() => setAsking(false)}
      >
        Deja de aparecer en las listas. Lo que se registró queda en la historia.
      </ConfirmDialog>
    </>
  );
};
