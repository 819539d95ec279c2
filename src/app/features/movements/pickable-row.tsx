import { Square, SquareCheckBig } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { MovementView } from '#sync/farm.ts';
import { movementParts, MovementRow } from '#farm/movement-row.tsx';
import { useToday } from '#platform';
import { classes, RowButton } from '#ui';
import styles from './movements.module.css';
import { useHold } from './use-hold.ts';
import type { Selection } from './selection.ts';

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
    views.find((view) => view.key === element?.dataset['pick']);
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
