import { useFarm, useLive } from '#platform';
import { HerdChart } from '#farm/herd-chart.tsx';
import { MovementRow } from '#farm/movement-row.tsx';
import { NoMovements } from '#farm/no-movements.tsx';
import { PlaceNotes } from '#farm/place-notes.tsx';
import type { LotView } from '#sync/farm.ts';
import { Card, RowList, Skeleton } from '#ui';
import { LotWater } from './lot-water.tsx';

/** Water, notes, herd chart and newest movements of a lot. */
export const LotStory = ({ lot }: Pick<LotView, 'lot'>) => (
  <>
    <LotWater lot={lot} />
    <PlaceNotes lotId={lot.id} />
    <HerdChart lotId={lot.id} />
    <Newest lotId={lot.id} />
  </>
);

const Newest = ({ lotId }: { readonly lotId: string }) => {
  const farm = useFarm();
  const page = useLive((views) => views.page({ lotId }, null, 20), [lotId]);
  if (!page) return <Skeleton rows={3} />;
  return (
    <Card title="Movimientos del lote" flush>
      {page.items.length === 0 ? (
        <NoMovements lotId={lotId}>Todavía no hay movimientos en este lote.</NoMovements>
      ) : null}
      <RowList label="Movimientos del lote">
        {page.items.map((view) => (
          <li key={view.key}>
            <MovementRow view={view} onUndo={(opId) => void farm.acts.undo(opId)} />
          </li>
        ))}
      </RowList>
    </Card>
  );
};
