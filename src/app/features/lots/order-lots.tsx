import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { memo, type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { sentences } from '#contract/sentences.ts';
import { moved } from '#domain';
import { type Draft, failureOf, FormHead, useDraft, useDraftOnce, useForm } from '#forms';
import { toastSaved, useFarm } from '#platform';
import type { LotView } from '#sync/farm.ts';
import { Button, Cluster, IconButton, PageHeading, Skeleton, VisuallyHidden } from '#ui';
import styles from './order-list.module.css';

const draftKey = 'orden de lotes';

interface OrderLotsProps {
  readonly lots: readonly LotView[];
  readonly onEnd: () => void;
}

/** Reorders lots by drag or buttons (WCAG 2.5.7); applied only on save. */
export const OrderLots = (props: OrderLotsProps) => {
  const draft = useDraftOnce(draftKey);
  return (
    <>
      <PageHeading title="Ordenar lotes">
        <p>Arrastrá cada lote a su lugar, o usá las flechas.</p>
      </PageHeading>
      {draft === undefined ? <Skeleton rows={5} /> : <Ordering {...props} draft={draft} />}
    </>
  );
};

/** Applies a kept order: new lots last, gone ones dropped. */
function inOrder(lots: readonly LotView[], ids: readonly string[]): readonly LotView[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const placeOf = (view: LotView): number => places.get(view.lot.id) ?? ids.length;
  return lots.toSorted((a, b) => placeOf(a) - placeOf(b));
}

interface OrderingProps extends OrderLotsProps {
  readonly draft: Draft | null;
}

const Ordering = ({ lots, draft, onEnd }: OrderingProps) => {
  const farm = useFarm();
  const form = useForm({
    start: { ids: lots.map((view) => view.lot.id) },
    keeping: useDraft(draftKey, draft),
    save: async ({ ids }) => {
      const saved = await farm.acts.orderLots(inOrder(lots, ids).map((view) => view.lot.id));
      if (!saved.ok) {
        const failure = failureOf(saved.problem);
        return { message: failure.message || failure.issues[0]?.message || sentences.lotOrderFailed, issues: [] };
      }
      await farm.saveDraft(draftKey, null);
      toastSaved(farm);
      onEnd();
      return null;
    },
  });
  const shown = inOrder(lots, form.values.ids);
  return (
    <>
      <FormHead form={form} fieldId={() => draftKey} />
      <div className={styles.bar}>
        <Cluster>
          <Button variant="primary" busy={form.busy} onClick={() => void form.submit()}>
            Guardar orden
          </Button>
          <Button onClick={onEnd}>Volver</Button>
        </Cluster>
      </div>
      <OrderList
        items={shown.map((view) => ({ id: view.lot.id, name: view.lot.name }))}
        onMove={(from, to) => form.change({ ids: moved(shown, from, to).map((view) => view.lot.id) })}
      />
    </>
  );
};

interface Item {
  readonly id: string;
  readonly name: string;
}

interface OrderListProps {
  readonly items: readonly Item[];
  readonly onMove: (from: number, to: number) => void;
}

/** A reorderable list: drag handle, arrow keys or buttons. */
const OrderList = ({ items, onMove }: OrderListProps) => {
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

interface Drag {
  readonly from: number;
  readonly to: number;
}

/** Distance from the edge at which scrolling starts, and its speed. */
const edge = 90;
const pixelsAFrame = 14;

/** Row index at this window height. */
function rowAt(list: HTMLElement, count: number, clientY: number): number {
  const { top, height } = list.getBoundingClientRect();
  const row = Math.floor(((clientY - top) / height) * count);
  return Math.min(count - 1, Math.max(0, row));
}

/** The nearest scrollable ancestor, else the page. */
function scrollerOf(element: HTMLElement): Element {
  let parent = element.parentElement;
  while (parent) {
    const { overflowY } = getComputedStyle(parent);
    if ((overflowY === 'auto' || overflowY === 'scroll') && parent.scrollHeight > parent.clientHeight) return parent;
    parent = parent.parentElement;
  }
  return document.scrollingElement ?? document.documentElement;
}

interface DragOf {
  readonly scroller: Element;
  readonly from: number;
  readonly y: number;
  readonly placeAt: (clientY: number) => number;
  readonly onOver: (drag: Drag | null) => void;
  readonly onDrop: (from: number, to: number) => void;
}

/** Follows one pointer until released; returns a cancel function. */
function follow({ scroller, from, y: startY, placeAt, onOver, onDrop }: DragOf): () => void {
  let [y, to, frame] = [startY, from, 0];
  const look = (): void => {
    to = placeAt(y);
    onOver({ from, to });
  };
  const tick = (): void => {
    const by = y < edge ? -pixelsAFrame : y > window.innerHeight - edge ? pixelsAFrame : 0;
    if (by !== 0) {
      scroller.scrollTop += by;
      look();
    }
    frame = requestAnimationFrame(tick);
  };
  const listeners = new AbortController();
  const stop = (): void => {
    cancelAnimationFrame(frame);
    listeners.abort();
    onOver(null);
  };
  const { signal } = listeners;
  window.addEventListener(
    'pointermove',
    (event) => {
      y = event.clientY;
      look();
    },
    { signal },
  );
  window.addEventListener(
    'pointerup',
    () => {
      stop();
      onDrop(from, to);
    },
    { signal },
  );
  window.addEventListener('pointercancel', stop, { signal });
  window.addEventListener('keydown', (event) => event.key === 'Escape' && stop(), { signal });
  frame = requestAnimationFrame(tick);
  return stop;
}

/** Drags rows of equal height. Scrolls at the edges; Escape cancels. */
function useRowDrag(list: RefObject<HTMLElement | null>, count: number, onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const end = useRef<(() => void) | null>(null);
  useEffect(() => () => end.current?.(), []);
  const start = useCallback(
    (from: number, pointer: PointerEvent<HTMLElement>): void => {
      const element = list.current;
      if (!element || pointer.button !== 0) return;
      end.current?.();
      end.current = follow({
        scroller: scrollerOf(element),
        from,
        y: pointer.clientY,
        placeAt: (y) => rowAt(element, count, y),
        // Same place: no new render.
        onOver: (over) => setDrag((before) => (before?.to === over?.to && before?.from === over?.from ? before : over)),
        onDrop,
      });
    },
    [list, count, onDrop],
  );
  return { drag, start };
}
