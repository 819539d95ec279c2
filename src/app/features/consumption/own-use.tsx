import { death } from '#domain/movements/kinds/outflows.ts';
import { counted } from '#domain';
import { useFarm, useLive } from '#platform';
import { MovementRow } from '#farm/movement-row.tsx';
import { Button, Card, EmptyState, RowList, Skeleton } from '#ui';

const recordsAtMost = 500;

interface OwnUseProps {
  readonly month: string;
  readonly onRecord: () => void;
}

/** Animals slaughtered on the farm: deaths that are no mortality (domain.md §3.2). */
export const OwnUse = ({ month, onRecord }: OwnUseProps) => {
  const farm = useFarm();
  const page = useLive(
    (views) => views.page({ types: [death.type], from: `${month}-01`, to: `${month}-31` }, null, recordsAtMost),
    [month],
  );
  const eaten = page?.items.filter(
    ({ movement }) => movement.metadata['cause'] === 'consumo_propio' && !movement.deleted,
  );
  const heads = eaten?.reduce(
    (sum, { movement }) => sum + movement.animals.reduce((all, line) => all + line.count, 0),
    0,
  );
  return (
    <>
      <Button wide onClick={onRecord}>
        Registrar consumo propio
      </Button>
      <Card title={heads ? counted(heads, 'animal', 'animales') : 'Consumo propio'} flush>
        {eaten ? null : <Skeleton rows={3} />}
        {eaten?.length === 0 ? (
          <EmptyState>Sin consumo propio este mes. Se registra como muerte con la causa «Consumo propio».</EmptyState>
        ) : null}
        <RowList label="Consumo propio">
          {eaten?.map((view) => (
            <li key={view.key}>
              <MovementRow view={view} onUndo={(opId) => void farm.acts.undo(opId)} />
            </li>
          ))}
        </RowList>
      </Card>
    </>
  );
};
