import { type ReactNode, useState } from 'react';
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
  readonly label?: string;
  readonly icon?: ReactNode;
  readonly title?: string;
  readonly onDeleted: () => void;
  /** What is said of what goes with it. */
  readonly children?: ReactNode;
}

/** Asks, then deletes; a second touch deletes nothing else. */
export const DeleteThing = (props: DeleteThingProps) => {
  const { thing, id, name, label = 'Eliminar', icon, title = `¿Eliminar ${name}?`, onDeleted } = props;
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
      <Button variant="danger" icon={icon} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title={title}
        confirmLabel="Eliminar"
        onConfirm={remove.run}
        onClose={() => setAsking(false)}
      >
        {props.children ?? <>Deja de aparecer en las listas. Lo que se registró queda en la historia.</>}
      </ConfirmDialog>
    </>
  );
};
