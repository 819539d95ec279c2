import { Square, SquareCheckBig } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import type { MovementView } from '#sync/farm.ts';
import { movementParts, MovementRow } from '#farm/movement-row.tsx';
import { useToday } from '#platform';
import { classes, RowButton } from '#ui';
import { vibrate } from '#ui/vibration.ts';
import styles from './movements.module.css';

interface PickableRowProps {
  readonly view: MovementView;
  readonly selection: Selection;
  readonly onUndo: (opId: string) => void;
}

/** A movement row: tap opens, hold selects; while selecting, tap toggles. */
export const PickableRow = ({ view, selection, onUndo }: PickableRowProps) => {
  const hold = useHold(() => selection.begin(view));
  if (selection.isOn) return <PickRow view={view} selection={selection} />;
  return (
    <div {...hold} className={styles.holdable}>
      <MovementRow view={view} onUndo={onUndo} withoutDay />
    </div>
  );
};

const PickRow = ({ view, selection }: Omit<PickableRowProps, 'onUndo'>) => {
  const today = useToday();
  const { className, icon, ...parts } = movementParts(view, today, true);
  const isPicked = selection.has(view);
  const Mark = isPicked ? SquareCheckBig : Square;
  return (
    <RowButton
      {...parts}
      role="checkbox"
      aria-checked={isPicked}
      data-pick={view.key}
      className={classes(className, isPicked && styles.picked)}
      icon={
        <span className={styles.mark}>
          <Mark size={28} aria-hidden />
          {icon}
        </span>
      }
      onClick={(event) => (event.shiftKey ? selection.reach(view) : selection.toggle(view))}
    />
  );
};

const nextRow = (from: HTMLElement, step: number): HTMLElement | undefined => {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-pick]')];
  return rows[rows.indexOf(from) + step];
};

/** Keys while selecting: Space toggles, Shift+Space extends, arrows move (Shift extends), Ctrl+A all, Escape ends. */
export function onPickKey(event: KeyboardEvent, views: readonly MovementView[], selection: Selection): void {
  if (!selection.isOn) return;
  const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-pick]') : null;
  const viewAt = (element: HTMLElement | null | undefined): MovementView | undefined =>
    views.find((view) => view.key === element?.dataset.pick);
  const acts: Readonly<Record<string, () => boolean>> = {
    Escape: () => {
      selection.end();
      return true;
    },
    a: () => {
      if (!event.ctrlKey && !event.metaKey) return false;
      selection.all();
      return true;
    },
    ' ': () => {
      const view = viewAt(row);
      if (!event.shiftKey || !view) return false;
      selection.reach(view);
      return true;
    },
    ArrowDown: () => go(1),
    ArrowUp: () => go(-1),
  };
  const go = (step: number): boolean => {
    const next = row && nextRow(row, step);
    if (!next) return false;
    next.focus();
    const view = viewAt(next);
    if (event.shiftKey && view) selection.reach(view);
    return true;
  };
  if (acts[event.key]?.()) event.preventDefault();
}

const holdMs = 450;
const slipPx = 10;
const vibrateMs = 15;

/** Long press on something that also takes taps. Swallows the click after the hold. */
export function useHold(act: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const held = useRef(false);
  const stop = (): void => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerDown: (event: PointerEvent): void => {
      held.current = false;
      stop();
      if (event.button !== 0) return;
      start.current = { x: event.clientX, y: event.clientY };
      timer.current = setTimeout(() => {
        held.current = true;
        vibrate(vibrateMs);
        act();
      }, holdMs);
    },
    onPointerMove: (event: PointerEvent): void => {
      const { x, y } = start.current;
      if (Math.hypot(event.clientX - x, event.clientY - y) > slipPx) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    // Touch: a held link opens the browser's menu; a mouse has a button for it.
    onContextMenu: (event: MouseEvent): void => {
      if (held.current) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent): void => {
      if (!held.current) return;
      held.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

export interface Selection {
  /** Tap selects instead of opening. */
  readonly isOn: boolean;
  readonly picked: readonly MovementView[];
  readonly has: (view: MovementView) => boolean;
  readonly begin: (first: MovementView) => void;
  readonly toggle: (view: MovementView) => void;
  /** Extends from the anchor to this row. */
  readonly reach: (view: MovementView) => void;
  readonly all: () => void;
  readonly end: () => void;
}

export interface Picking {
  readonly keys: ReadonlySet<string>;
  /** Touched last: start of a range. */
  readonly anchor: string | null;
}

/** Selecting, nothing selected yet. */
export const pickingBegins: Picking = { keys: new Set(), anchor: null };

/** Selection over these rows, in their order; rows that left the list drop out. */
export function selectionOf(
  views: readonly MovementView[],
  picking: Picking | null,
  setPicking: (picking: Picking | null) => void,
): Selection {
  const keys = picking?.keys ?? new Set<string>();
  return {
    isOn: picking !== null,
    picked: views.filter((view) => keys.has(view.key)),
    has: (view) => keys.has(view.key),
    begin: ({ key }) => setPicking({ keys: new Set([key]), anchor: key }),
    toggle: ({ key }) => {
      const next = new Set(keys);
      if (!next.delete(key)) next.add(key);
      setPicking({ keys: next, anchor: key });
    },
    reach: ({ key }) => {
      const to = views.findIndex((view) => view.key === key);
      const found = views.findIndex((view) => view.key === picking?.anchor);
      const from = found === -1 ? to : found;
      const stretch = views.slice(Math.min(from, to), Math.max(from, to) + 1).map((view) => view.key);
      setPicking({ keys: new Set([...keys, ...stretch]), anchor: key });
    },
    all: () => setPicking({ keys: new Set(views.map((view) => view.key)), anchor: picking?.anchor ?? null }),
    end: () => setPicking(null),
  };
}
