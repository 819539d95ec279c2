import { useEffect, useRef, useState } from 'react';
import { formatDay, relativeDay } from '#domain';
import { useFarm, useToday } from '#platform';
import type { Deletion, MovementView } from '#sync/farm.ts';
import { RowList } from '#ui';
import { DeletedNotice } from './deleted-notice.tsx';
import styles from './movements.module.css';
import { PickBar } from './pick-bar.tsx';
import { onPickKey, PickableRow } from './pickable-row.tsx';
import { type Picking, type Selection, selectionOf } from './selection.ts';

export interface PickedProps {
  readonly items: readonly MovementView[];
  readonly picking: Picking | null;
  readonly onPicking: (picking: Picking | null) => void;
}

/** Rows by day, with selection (domain.md §2.16). */
export const Picked = ({ items, picking, onPicking }: PickedProps) => {
  const farm = useFarm();
  const selection = selectionOf(items, picking, onPicking);
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const root = useFocusWithin(selection.isOn);
  return (
    <div ref={root} className={styles.days} onKeyDown={(event) => onPickKey(event, items, selection)}>
      {byDay(items).map(({ day, views }) => (
        <Day key={day} day={day} views={views} selection={selection} onUndo={(opId) => void farm.acts.undo(opId)} />
      ))}
      {selection.isOn ? (
        <PickBar selection={selection} shown={items.length} onDeleted={setDeletion} />
      ) : deletion ? (
        <DeletedNotice deletion={deletion} onGone={() => setDeletion(null)} />
      ) : null}
    </div>
  );
};

/** Links become checkboxes: keeps keyboard focus among them. */
function useFocusWithin(isPicking: boolean) {
  const root = useRef<HTMLDivElement>(null);
  const was = useRef(isPicking);
  useEffect(() => {
    if (was.current === isPicking) return;
    was.current = isPicking;
    const rows = [...(root.current?.querySelectorAll<HTMLElement>('[data-pick]') ?? [])];
    const target = rows.find((row) => row.ariaChecked === 'true') ?? rows[0] ?? root.current?.querySelector('a');
    target?.focus({ preventScroll: true });
  }, [isPicking]);
  return root;
}

interface DayProps {
  readonly day: string;
  readonly views: readonly MovementView[];
  readonly selection: Selection;
  readonly onUndo: (opId: string) => void;
}

const Day = ({ day, views, selection, onUndo }: DayProps) => {
  const today = useToday();
  const near = relativeDay(day, today);
  const date = formatDay(day);
  const title = near === date ? date : `${near.charAt(0).toUpperCase()}${near.slice(1)} · ${date}`;
  return (
    <section aria-label={title} className={styles.day}>
      <h2>{title}</h2>
      <RowList panel label={title}>
        {views.map((view) => (
          <li key={view.key}>
            <PickableRow view={view} selection={selection} onUndo={onUndo} />
          </li>
        ))}
      </RowList>
    </section>
  );
};

function byDay(views: readonly MovementView[]): { readonly day: string; readonly views: MovementView[] }[] {
  const days: { day: string; views: MovementView[] }[] = [];
  for (const view of views) {
    const last = days.at(-1);
    if (last?.day === view.movement.date) last.views.push(view);
    else days.push({ day: view.movement.date, views: [view] });
  }
  return days;
}
