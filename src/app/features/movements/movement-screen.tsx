import { useEffect } from 'react';
import { sentences } from '#contract/sentences.ts';
import { EmptyState, PageHeading, Skeleton } from '#ui';
import { ButtonTo, useLive } from '#platform';
import { type MovementActs, MovementDetail } from './movement-detail.tsx';

interface MovementScreenProps extends MovementActs {
  readonly id: string;
  /** The record got its final id: the address follows. */
  readonly onRenamed: (id: string) => void;
}

/** The detail of a movement, exactly as product.md §2 says. */
export const MovementScreen = ({ id, ...acts }: MovementScreenProps) => {
  const view = useLive((views) => views.movement(id), [id]);
  const { onRenamed } = acts;
  const realId = view?.movement.id;
  useEffect(() => {
    // The temporary id of a sale or purchase (`-17`) is replaced by the server's.
    if (realId && realId !== id && !realId.startsWith('-')) onRenamed(realId);
  }, [realId, id, onRenamed]);
  if (view === undefined) return <Skeleton rows={5} />;
  if (view === null) {
    return (
      <>
        <PageHeading title={sentences.movementTitle} />
        <EmptyState action={<ButtonTo to="/data">Volver a Movimientos</ButtonTo>}>
          No se encontró este movimiento.
        </EmptyState>
      </>
    );
  }
  return <MovementDetail view={view} {...acts} />;
};
