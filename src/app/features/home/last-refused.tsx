import { useRefusedParts } from '#farm/queued-record.tsx';
import { ButtonTo } from '#platform';
import type { PendingView } from '#sync/farm.ts';
import { Row } from '#ui';
import { LastCard } from './last-card.tsx';

const inForm = ({ opId }: PendingView) => ({ to: '/dashboard', search: { corregir: opId } }) as const;
const onItsScreen = ({ entityId }: PendingView) => ({ to: '/notes', search: { hoja: entityId } }) as const;

/** Like `LastRecord`, refused by the server: the reason and a way to correct it (ux.md §1.2). */
export const LastRefused = ({ item }: { readonly item: PendingView }) => {
  const { parts } = useRefusedParts(item);
  return (
    <LastCard row={<Row {...parts} problem={`No entró: ${item.problem?.message}`} />}>
      {item.canCorrect ? (
        <ButtonTo {...(item.subject === 'movement' ? inForm(item) : onItsScreen(item))} compact>
          Corregir
        </ButtonTo>
      ) : null}
      <ButtonTo to="/dashboard" search={{ pendientes: 1 }} compact>
        Ver
      </ButtonTo>
    </LastCard>
  );
};
