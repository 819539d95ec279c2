import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { IconButton, VisuallyHidden } from '#ui';
import styles from './order-list.module.css';
import { useRowDrag } from './use-row-drag.ts';

interface Item {
  readonly id: string;
  readonly name: string;
}

interface OrderListProps {
  readonly items: readonly Item[];
  readonly onMove: (from: number, to: number) => void;
}

/** A reorderable list: drag handle, arrow keys or buttons. */
export const OrderList = ({ items, onMove }: OrderListProps) => {
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  // A ref keeps the callbacks stable, so that memoized rows do not render again.
  const now = useRef({ items, onMove });
  useEffect(() => {
    now.current = { items, onMove };
  }, [items, onMove]);
  const move = useCallback((from: number, to: number): void => {
    const { items: current, onMove: tell } = now.current;
    const item = current[from];
    if (!item || to < 0 || to >= current.length || from === to) return;
    tell(from, to);
    setSaid(`${item.name}: puesto ${to + 1} de ${current.length}`);
  }, []);
  const { drag, start } = useRowDrag(list, items.length, move);
  return (
    <>
      <ol ref={list} className={styles.list} aria-label="Lotes en orden">
        {items.map((item, index) => (
          <OrderRow
            key={item.id}
            name={item.name}
            index={index}
            isFirst={index === 0}
            isLast={index === items.length - 1}
            look={drag === null ? 'calm' : lookOf(index, drag)}
            onMove={move}
            onGrab={start}
          />
        ))}
      </ol>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </>
  );
};

type Look = 'calm' | 'held' | 'before' | 'after';

/** Marks where the row would drop. */
function lookOf(index: number, { from, to }: { readonly from: number; readonly to: number }): Look {
  if (index === from) return 'held';
  if (index !== to) return 'calm';
  return to < from ? 'before' : 'after';
}

interface OrderRowProps {
  readonly name: string;
  readonly index: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly look: Look;
  readonly onMove: (from: number, to: number) => void;
  readonly onGrab: (from: number, pointer: React.PointerEvent<HTMLElement>) => void;
}

const OrderRow = memo(({ name, index, isFirst, isLast, look, onMove, onGrab }: OrderRowProps) => (
  <li className={styles.row} data-look={look}>
    <IconButton
      label={`Mover ${name}: arrastrar, o flechas del teclado`}
      className={styles.handle}
      icon={<GripVertical size={26} />}
      onPointerDown={(event) => onGrab(index, event)}
      onKeyDown={(event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        onMove(index, index + by);
      }}
    />
    <span className={styles.name}>{name}</span>
    <IconButton
      variant="default"
      label={`Subir ${name}`}
      icon={<ArrowUp />}
      aria-disabled={isFirst}
      onClick={() => onMove(index, index - 1)}
    />
    <IconButton
      variant="default"
      label={`Bajar ${name}`}
      icon={<ArrowDown />}
      aria-disabled={isLast}
      onClick={() => onMove(index, index + 1)}
    />
  </li>
));
OrderRow.displayName = 'OrderRow';
