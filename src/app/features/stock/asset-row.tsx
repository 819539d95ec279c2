import { type Asset, joined } from '#domain';
import { stockStates } from '#domain/supplies/stock.ts';
import { RowTo } from '#platform';
import { sendBadge } from '#farm/movement-row.tsx';
import type { ThingView } from '#sync/farm.ts';
import { quantityWords } from '#farm/supply-select.tsx';
import { Badge, Button, IconTile, MovementIcon, Notice } from '#ui';
import styles from './stock.module.css';
import { iconOf, kindWord, missingWords, stateOfAsset, toneOf } from './words.ts';

interface AssetRowProps {
  readonly view: ThingView<Asset>;
  readonly today: string;
  readonly onUndo: (opId: string) => void;
}

/** An item in the list, with its stock and state. */
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
        subtitle={joined(kindWord(row.kind), row.missing > 0 ? missingWords(row.missing, row.unit) : null)}
        right={
          <>
            <strong>{quantityWords(row.quantity, row.unit)}</strong>
            {stock === 'normal' ? null : <Badge tone={toneOf[stock]}>{stockStates[stock]}</Badge>}
            {sendBadge(state)}
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
