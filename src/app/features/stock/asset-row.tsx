import type { Asset } from '#domain';
import { stockStates } from '#domain/supplies/stock.ts';
import { RowTo } from '#platform';
import { badgeOf } from '#farm/movement-row.tsx';
import type { ThingView } from '#sync/farm.ts';
import { quantityWords } from '#farm/supply-select.tsx';
import { Badge, Button, IconTile, MovementIcon, Notice, StateBadge } from '#ui';
import styles from './stock.module.css';
import { iconOf, kindWord, missingWords, stateOfAsset, toneOf } from './words.ts';

interface AssetRowProps {
  readonly view: ThingView<Asset>;
  readonly today: string;
  readonly onUndo: (opId: string) => void;
}

/** One item in the list: what there is of it, and whether that asks for an act. */
export const AssetRow = ({ view, today, onUndo }: AssetRowProps) => {
  const { row, state, pendingOp, canUndo, problem } = view;
  const stock = stateOfAsset(row, today);
  return (
    <>
      <RowTo
        to="/stock/$id"
        params={{ id: row.id }}
        icon={
          <IconTile group="insumos">
            <MovementIcon name={iconOf(row.kind)} />
          </IconTile>
        }
        title={row.name}
        subtitle={[kindWord(row.kind), row.missing > 0 ? missingWords(row.missing, row.unit) : null]
          .filter(Boolean)
          .join(' · ')}
        right={
          <>
            <strong>{quantityWords(row.quantity, row.unit)}</strong>
            {stock === 'normal' ? null : <Badge tone={toneOf[stock]}>{stockStates[stock]}</Badge>}
            {state === 'enviado' ? null : <StateBadge state={badgeOf[state]} />}
          </>
        }
      />
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      {canUndo && pendingOp ? (
        <div className={styles.undo}>
          <Button compact onClick={() => onUndo(pendingOp)}>
            Deshacer
          </Button>
        </div>
      ) : null}
    </>
  );
};
