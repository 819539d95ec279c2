import type { ReactNode } from 'react';
import { type Cell, headsOf, isUnsexed, netHeads, unsexedName } from '#domain';
import { Notice } from '#ui';
import { ButtonTo, useStock } from '#platform';

export const splitTitle = 'Repartir por sexo';

/** The sheet's name in the address. */
export const splitSheet = 'repartir';

/** In a lot, in a rodeo, or in both. */
export interface UnsexedPlace {
  readonly lotId?: string | null;
  readonly rodeoId?: string | null;
}

/** Not in 'Sin lote', where nothing is recategorized (wire.md): there the birth is corrected. */
export const unsexedIn = (stock: readonly Cell[], { lotId, rodeoId }: UnsexedPlace): readonly Cell[] =>
  stock.filter(
    ({ category, head, lot, rodeo }) =>
      isUnsexed(category) && head > 0 && lot !== null && lot === (lotId ?? lot) && rodeo === (rodeoId ?? rodeo),
  );

interface UnsexedHereProps extends UnsexedPlace {
  readonly children?: ReactNode;
}

/** 'Hay 3 crías al pie (sin sexar)', if any, with the way to split them. The form underneath keeps its draft. */
export const UnsexedHere = ({ lotId = null, rodeoId = null, children }: UnsexedHereProps) => {
  const stock = useStock();
  const heads = netHeads(unsexedIn(stock ?? [], { lotId, rodeoId }));
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
