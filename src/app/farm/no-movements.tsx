import type { ComponentProps } from 'react';
import { EmptyState } from '#ui';
import { useLots } from '#platform';
import { hasUnbooked } from './unbooked.ts';

interface NoMovementsProps extends ComponentProps<typeof EmptyState> {
  readonly lotId?: string;
}

/** Says that there is no movement, or that a new lot's animals are unsent. Nothing while loading. */
export const NoMovements = ({ lotId, children, ...rest }: NoMovementsProps) => {
  const lots = useLots();
  if (!lots) return null;
  // A refused lot brings none.
  const isWaiting = hasUnbooked(
    lots.filter(({ state }) => state !== 'con_error'),
    lotId,
  );
  return (
    <EmptyState {...rest}>
      {isWaiting ? (
        <>
          Los animales de {lotId === undefined ? 'tus lotes nuevos' : 'este lote'} están guardados en este celular: su
          carga aparece acá cuando se envíe.
        </>
      ) : (
        children
      )}
    </EmptyState>
  );
};
