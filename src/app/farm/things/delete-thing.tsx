import type { ReactNode } from 'react';
import { offlineSentences } from '#contract/sentences-offline.ts';
import type { Result } from '#domain';
import type { Thing } from '#domain/things/describe.ts';
import type { SaveProblem } from '#sync/farm.ts';
import type { ThingName } from '#sync/things/things.ts';
import { Asking, Button, toastError } from '#ui';
import { useFarm } from '#platform';

interface DeleteThingProps {
  readonly thing: Pick<Thing, 'name'>;
  readonly id: string;
  readonly name: string;
  readonly label?: string;
  readonly icon?: ReactNode;
  /** Default: a button of its label. */
  readonly button?: (ask: () => void) => ReactNode;
  readonly title?: string;
  /** Why it has to stay for now, and what to do instead; null: it may go. */
  readonly stays?: { readonly why: string; readonly label: string; readonly onConfirm?: () => void } | null;
  /** Default: its declared deletion. */
  readonly act?: (id: string) => Promise<Result<unknown, SaveProblem>>;
  /** Said where it may not go. */
  readonly failed?: string;
  readonly onDeleted?: () => void;
  /** What is said of what goes with it. */
  readonly children?: ReactNode;
}

/** Asks, then deletes; what is in use says what to do first. */
export const DeleteThing = (props: DeleteThingProps) => {
  const { thing, id, name, label = 'Eliminar', icon, stays, failed = offlineSentences.othersDepend } = props;
  const { acts } = useFarm();
  const { act = (gone: string) => acts.deleteThing(thing.name as ThingName, gone), title = `¿Eliminar ${name}?` } =
    props;
  const remove = async (): Promise<void> => {
    const removed = await act(id);
    if (removed.ok) props.onDeleted?.();
    else toastError(removed.problem.reason === 'invalid' ? failed : removed.problem.message);
  };
  const plain = (ask: () => void) => (
    <Button variant="danger" icon={icon} onClick={ask}>
      {label}
    </Button>
  );
  return (
    <Asking
      button={props.button ?? plain}
      danger={!stays}
      title={stays ? 'No se puede eliminar' : title}
      confirmLabel={stays?.label ?? 'Eliminar'}
      onConfirm={() => (stays ? stays.onConfirm?.() : void remove())}
    >
      {stays?.why ?? props.children ?? <>Deja de aparecer en las listas. Lo que se registró queda en la historia.</>}
    </Asking>
  );
};
