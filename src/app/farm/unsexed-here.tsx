import type { ReactNode } from 'react';
import { type Cell, headsOf, isUnsexed, unsexedName } from '#domain';
import { Notice } from '#ui';
import { ButtonTo, useStock } from '#platform';

export const splitTitle = 'Repartir por sexo';

/** The sheet of a lot or a rodeo that does it, as the address names it. */
export const splitSheet = 'repartir';

/** Which of the farm's unsexed calves: those of a lot, of a rodeo, or of the one in the other. */
export interface UnsexedPlace {
  readonly lotId?: string | null;
  readonly rodeoId?: string | null;
}

/** Those cells. In 'Sin lote' nothing is recategorized (wire.md): there the birth itself is corrected. */
export const unsexedIn = (stock: readonly Cell[], { lotId, rodeoId }: UnsexedPlace): readonly Cell[] =>
  stock.filter(
    ({ category, head, lot, rodeo }) =>
      isUnsexed(category) && head > 0 && lot !== null && lot === (lotId ?? lot) && rodeo === (rodeoId ?? rodeo),
  );

interface UnsexedHereProps extends UnsexedPlace {
  readonly children?: ReactNode;
}

/**
 * 'Hay 3 crías al pie (sin sexar)' where there are any, with the way to the place's screen, where they are shared out. What was being
 * filled in is kept.
 */
export const UnsexedHere = ({ lotId = null, rodeoId = null, children }: UnsexedHereProps) => {
  const stock = useStock();
  const heads = unsexedIn(stock ?? [], { lotId, rodeoId }).reduce((sum, cell) => sum + cell.head, 0);
  const id = lotId ?? rodeoId;
  if (heads === 0 || id === null) return null;
  return (
    <Notice
      action={
        <ButtonTo
          compact
          to={lotId === null ? '/rodeos/$id' : '/lots/$id'}
          params={{ id }}
          search={{ hoja: splitSheet }}
          state={{ isOverlay: true }}
          resetScroll={false}
        >
          {splitTitle}
        </ButtonTo>
      }
    >
      Hay {headsOf(heads, unsexedName)}. {children}
    </Notice>
  );
};
