import type { ComponentProps } from 'react';
import { EmptyState } from '#ui';
import { useLots } from '#platform';
import { hasUnbooked } from './unbooked.ts';

interface NoMovementsProps extends ComponentProps<typeof EmptyState> {
  readonly lotId?: string;
}

/** Says that there is no movement, or that a new lot's animals wait to be sent. Nothing until the phone knows which. */
export const NoMovements = ({ lotId, children, ...rest }: NoMovementsProps) => {
  const lots = useLots();
  if (!lots) return null;
  // Of a lot that the server refused nothing comes.
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
