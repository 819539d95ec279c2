import { useEffect, useRef, useState } from 'react';
import { Download, Trash2, X } from 'lucide-react';
import { counted, formatDay, formatNumber, isDeleted, kindOf, limits, mayChange, relativeDay, roleMay } from '#domain';
import { share, useFarm, useLive, useRole, useToday, useUserId } from '#platform';
import type { Deletion, MovementView } from '#sync/farm.ts';
import { Button, IconButton, Notice, RowList, toastError, toastSuccess } from '#ui';
import { csvType, useMovementCsv } from '#farm/movement-csv.ts';
import { DeleteMany } from './delete-movements.tsx';
import { onPickKey, PickableRow, type Picking, type Selection, selectionOf } from './pickable-row.tsx';
import styles from './movements.module.css';

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

function byDay(views: readonly MovementView[]) {
  const days: { day: string; views: MovementView[] }[] = [];
  for (const view of views) {
    const last = days.at(-1);
    if (last?.day === view.movement.date) last.views.push(view);
    else days.push({ day: view.movement.date, views: [view] });
  }
  return days;
}

interface DeletedNoticeProps {
  readonly deletion: Deletion;
  readonly onGone: () => void;
}

/** Notice after deleting several, with one undo while unsent. */
const DeletedNotice = ({ deletion, onGone }: DeletedNoticeProps) => {
  const { count, kept, opIds, unsent } = deletion;
  const pending = useLive((views) => views.pending());
  const waiting = pending?.filter((op) => opIds.includes(op.opId) && op.attempts === 0).length ?? opIds.length;
  const undo = async (): Promise<void> => {
    const back = await deletion.undo();
    if (back === count) toastSuccess('Deshecho');
    else toastError(`Volvieron ${formatNumber(back)} de ${formatNumber(count)}: lo demás ya se había enviado`);
    onGone();
  };
  return (
    <div className={styles.after}>
      <Notice
        role="status"
        tone="ok"
        title={`${counted(count, 'movimiento eliminado', 'movimientos eliminados')}`}
        action={
          <span className={styles.barEnd}>
            {waiting + unsent > 0 ? (
              <Button compact onClick={undo}>
                Deshacer
              </Button>
            ) : null}
            <IconButton label="Cerrar el aviso" icon={<X />} onClick={onGone} />
          </span>
        }
      >
        {kept > 0
          ? `${counted(kept, 'movimiento')} ${kept === 1 ? 'queda' : 'quedan'}: otros registros sin enviar dependen de ${kept === 1 ? 'él' : 'ellos'}.`
          : null}
      </Notice>
    </div>
  );
};

interface PickBarProps {
  readonly selection: Selection;
  /** Rows shown: what 'all' means. */
  readonly shown: number;
  readonly onDeleted: (deletion: Deletion) => void;
}

/** Which of the selected may be deleted, and exported (domain.md §2.18). */
function useAllowed(picked: readonly MovementView[]) {
  const ownId = useUserId();
  const [openedAt] = useState(() => Date.now());
  const role = useRole();
  return {
    deletable: picked.filter(
      ({ movement }) =>
        kindOf(movement.type).recorded && !isDeleted(movement) && mayChange(role, ownId, movement, openedAt),
    ),
    exportable: roleMay(role, 'see-figures') ? picked : picked.filter(({ movement }) => movement.created_by === ownId),
  };
}

const PickBar = ({ selection, shown, onDeleted }: PickBarProps) => {
  const farm = useFarm();
  const today = useToday();
  const csvOf = useMovementCsv();
  const { picked } = selection;
  const { deletable, exportable } = useAllowed(picked);
  const [isAsking, setAsking] = useState(false);
  const exportThem = async (): Promise<void> => {
    const name = `tranquera-movimientos-${today}.csv`;
    const csv = await csvOf();
    await share(name, [csv.head, csv.rows(exportable)], csvType);
    toastSuccess(`Listo: ${counted(exportable.length, 'movimiento')} en ${name}`);
  };
  const deleteThem = async (): Promise<void> => {
    setAsking(false);
    const done = await farm.acts.deleteMovements(deletable.map(({ movement }) => movement.id));
    if (!done.ok) {
      toastError(done.problem.reason === 'invalid' ? 'No se pudo eliminar' : done.problem.message);
      return;
    }
    selection.end();
    onDeleted(done.value);
  };
  return (
    <div className={styles.bar} role="toolbar" aria-label="Con los elegidos">
      <p role="status" className={styles.pickedCount}>
        {counted(picked.length, 'elegido')}
      </p>
      <div className={styles.barEnd}>
        <Button compact variant="quiet" className={styles.short} onClick={selection.all}>
          {`Los ${formatNumber(shown)}`}
        </Button>
        <IconButton label="Terminar de elegir" icon={<X />} onClick={selection.end} />
      </div>
      <Button className={styles.short} icon={<Download />} disabled={exportable.length === 0} onClick={exportThem}>
        Exportar
      </Button>
      <Button
        variant="danger"
        className={styles.short}
        icon={<Trash2 />}
        disabled={deletable.length === 0}
        onClick={() => {
          if (deletable.length > limits.recordsDeletedTogether) {
            toastError(`Se pueden eliminar hasta ${limits.recordsDeletedTogether} a la vez`);
          } else setAsking(true);
        }}
      >
        Eliminar
      </Button>
      <DeleteMany
        open={isAsking}
        movements={deletable}
        left={picked.length - deletable.length}
        onConfirm={deleteThem}
        onClose={() => setAsking(false)}
      />
    </div>
  );
};
