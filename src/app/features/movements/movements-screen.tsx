import { List, ListChecks, SlidersHorizontal } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatDay, relativeDay } from '../../../domain/dates.ts';
import { movementGroups } from '../../../domain/movements/groups.ts';
import { allKinds } from '../../../domain/movements/registry.ts';
import type { Deletion, MovementFilter, MovementView } from '../../sync/farm.ts';
import { Chip, ChipGroup } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { RowList } from '../../ui/row.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cluster, Stack } from '../../ui/stack.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFarm, useLive } from '../../frame/farm-context.tsx';
import { useToday } from '../../frame/today.ts';
import { DeletedNotice } from './deleted-notice.tsx';
import styles from './movements.module.css';
import { onPickKey, PickableRow } from './pickable-row.tsx';
import { PickBar } from './pick-bar.tsx';
import { type Picking, pickingBegins, type Selection, selectionOf } from './selection.ts';

/** Rows added to the list each time its end comes near: a hundred thousand are never read at once. */
const step = 50;

/** Movimientos: everything recorded, newest first, grouped by day (domain.md §2.16). */
export const MovementsScreen = () => {
  const [filter, setFilter] = useState<MovementFilter>({});
  const [picking, setPicking] = useState<Picking | null>(null);
  const isFiltered = Object.values(filter).some((value) => value !== undefined && value !== '');
  return (
    <>
      <PageHeading title="Movimientos" />
      <Filters
        filter={filter}
        onChange={(next) => {
          setFilter(next);
          // What is out of sight must not be deleted with the rest.
          setPicking(null);
        }}
        onPick={() => setPicking(picking === null ? pickingBegins : null)}
        isPicking={picking !== null}
      />
      <Days
        key={JSON.stringify(filter)}
        filter={filter}
        isFiltered={isFiltered}
        picking={picking}
        onPicking={setPicking}
      />
    </>
  );
};

interface FiltersProps {
  readonly filter: MovementFilter;
  readonly onChange: (filter: MovementFilter) => void;
  readonly isPicking: boolean;
  readonly onPick: () => void;
}

const all = 'all';

const Filters = ({ filter, onChange, isPicking, onPick }: FiltersProps) => {
  const [open, setOpen] = useState(false);
  const [group, setGroup] = useState<string>(all);
  const lots = useLive((views) => views.lots());
  const pick = (value: string): void => {
    setGroup(value);
    const types = allKinds.filter((kind) => kind.group === value).map((kind) => kind.type);
    const rest = without(filter, 'types');
    onChange(value === all ? rest : { ...rest, types });
  };
  return (
    <Stack>
      <ChipGroup
        strip
        label="Tipo de movimiento"
        labelHidden
        options={[
          { value: all, label: 'Todos' },
          ...Object.entries(movementGroups).map(([value, label]) => ({ value, label })),
        ]}
        value={group}
        onChange={pick}
      />
      <Cluster>
        <Chip pressed={open} icon={<SlidersHorizontal size={20} aria-hidden />} onPress={() => setOpen(!open)}>
          Buscar y filtrar
        </Chip>
        <Chip pressed={isPicking} icon={<ListChecks size={20} aria-hidden />} onPress={onPick}>
          <span className={styles.chipWords}>Seleccionar</span>
        </Chip>
      </Cluster>
      {open ? (
        <div className={styles.filters}>
          <TextField
            label="Buscar"
            type="search"
            value={filter.text ?? ''}
            onChange={(text) => onChange({ ...filter, text })}
          />
          <SelectField
            label="Lote"
            optional
            placeholder="Todos los lotes"
            options={(lots ?? []).map((view) => ({ value: view.lot.id, label: view.lot.name }))}
            value={filter.lotId ?? ''}
            onChange={(lotId) => {
              const rest = without(filter, 'lotId');
              onChange(lotId ? { ...rest, lotId } : rest);
            }}
          />
          <TextField
            label="Desde"
            type="date"
            value={filter.from ?? ''}
            onChange={(from) => onChange(withDay(filter, 'from', from))}
          />
          <TextField
            label="Hasta"
            type="date"
            value={filter.to ?? ''}
            onChange={(to) => onChange(withDay(filter, 'to', to))}
          />
        </div>
      ) : null}
    </Stack>
  );
};

/** The filter with one question less. */
const without = (filter: MovementFilter, name: keyof MovementFilter): MovementFilter =>
  Object.fromEntries(Object.entries(filter).filter(([other]) => other !== name));

function withDay(filter: MovementFilter, end: 'from' | 'to', day: string): MovementFilter {
  const rest = without(filter, end);
  return day ? { ...rest, [end]: day } : rest;
}

interface PickedProps {
  readonly items: readonly MovementView[];
  readonly picking: Picking | null;
  readonly onPicking: (picking: Picking | null) => void;
}

interface DaysProps extends Omit<PickedProps, 'items'> {
  readonly filter: MovementFilter;
  readonly isFiltered: boolean;
}

const Days = ({ filter, isFiltered, ...pick }: DaysProps) => {
  const [count, setCount] = useState(step);
  const page = useLive((views) => views.page(filter, null, count), [count]);
  const items = useLast(page?.items);
  const end = useRef<HTMLDivElement>(null);
  const hasMore = page ? page.next !== null : true;
  useEffect(() => {
    const element = end.current;
    if (!element || !hasMore) return undefined;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setCount((before) => before + step);
      },
      { rootMargin: '600px' },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [hasMore, items?.length]);
  if (!items) return <Skeleton rows={6} />;
  if (items.length === 0) {
    return (
      <EmptyState icon={<List size={40} />}>
        {isFiltered
          ? `No encontramos ${filter.text ? `«${filter.text}»` : 'movimientos así'}. Probá con el nombre del lote o la fecha.`
          : 'Todavía no hay movimientos. Registrá el primero y aparece acá, aunque no tengas señal.'}
      </EmptyState>
    );
  }
  return (
    <>
      <Picked items={items} {...pick} />
      <div ref={end}>{hasMore ? <Skeleton rows={2} /> : null}</div>
    </>
  );
};

/** The rows by day, and what is done with several of them at once (domain.md §2.16). */
const Picked = ({ items, picking, onPicking }: PickedProps) => {
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

/** Rows that are pressed become rows that are picked: whoever uses the keys is taken to them. */
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

/** While a longer list is being read, the shorter one stays on the screen. */
function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
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
      <RowList label={title}>
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
