import {
  Boxes,
  Fence,
  FileText,
  ListChecks,
  Repeat,
  SearchX,
  StickyNote,
  Tags,
  Tractor,
  UserRound,
} from 'lucide-react';
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react';
import { counted, type DescribedName, formatDay, formatNumber, thingOf } from '#domain';
import { RowTo, useFarmStatus, useLive, useToday } from '#platform';
import { MovementRow, sendBadge } from '#farm/movement-row.tsx';
import type { MovementView, SendState } from '#sync/farm.ts';
import { Button, ChipGroup, EmptyState, MovementIcon, RowList, Skeleton, VisuallyHidden } from '#ui';
import { entriesOf, type Entry, headingOf, matching, type Subject, subjects, wordsOf } from './entries.ts';
import styles from './search.module.css';
import { sourcesOf } from './sources.ts';
import { useMovementSearch } from './use-movement-search.ts';
import { screenOf } from '#farm/things/screen-of.ts';

/** Everything, unsent only, or one subject. */
type Only = 'all' | 'unsent' | 'movement' | Subject;

const isUnsent = ({ state }: { readonly state: SendState }): boolean => state !== 'enviado' && state !== 'revisar';

export const Results = ({ text }: { readonly text: string }) => {
  const held = useLive((views) => views.holdings());
  const entries = useMemo(() => (held ? entriesOf(held) : null), [held]);
  return entries ? <Found text={text} entries={entries} /> : <Skeleton rows={4} />;
};

const Found = ({ text, entries }: { readonly text: string; readonly entries: readonly Entry[] }) => {
  const today = useToday();
  const { waiting, withError } = useFarmStatus();
  const [only, setOnly] = useState<Only>('all');
  const words = useMemo(() => wordsOf(text), [text]);
  const found = useMemo(() => matching(entries, words), [entries, words]);
  const sources = useMemo(() => sourcesOf(words, entries, today), [words, entries, today]);
  const movements = useMovementSearch(sources, `${waiting}/${withError}`);
  const isNothing = found.length === 0 && movements.views.length === 0;
  const total = found.length + movements.views.length;
  const shown = only === 'unsent' ? found.filter(isUnsent) : found;
  const views = only === 'unsent' ? movements.views.filter(isUnsent) : movements.views;
  const groups = new Set(found.map(({ subject }) => subject)).size + (movements.views.length > 0 ? 1 : 0);
  const isOn = (subject: Only): boolean => only === 'all' || only === 'unsent' || only === subject;
  return (
    <>
      <VisuallyHidden>
        <span role="status">
          {movements.isLooking
            ? ''
            : isNothing
              ? 'Sin resultados'
              : counted(total, 'resultado') + (movements.isWhole ? '' : ' o más')}
        </span>
      </VisuallyHidden>
      <Subjects found={found} views={movements.views} only={only} onOnly={setOnly} />
      {subjects.filter(isOn).map((subject) => (
        <Entries
          key={`${subject} ${text}`}
          subject={subject}
          found={shown}
          isAlone={only === subject || groups === 1}
        />
      ))}
      {isOn('movement') ? (
        <Movements key={text} views={views} search={movements} isAlone={only === 'movement' || groups === 1} />
      ) : null}
      {isNothing && !movements.isLooking ? (
        <EmptyState icon={<SearchX size={40} />}>
          No encontramos «{text.trim()}». Probá con el nombre del lote o la fecha.
        </EmptyState>
      ) : null}
      <FurtherBack search={movements} />
    </>
  );
};

interface SubjectsProps {
  readonly found: readonly Entry[];
  readonly views: readonly MovementView[];
  readonly only: Only;
  readonly onOnly: (only: Only) => void;
}

/** Filter chips; only subjects with results. */
const Subjects = ({ found, views, only, onOnly }: SubjectsProps) => {
  const there = subjects.filter((subject) => only === subject || found.some((one) => one.subject === subject));
  const unsent = only === 'unsent' || found.some(isUnsent) || views.some(isUnsent);
  if (there.length + (views.length > 0 ? 1 : 0) < 2 && !unsent && only === 'all') return null;
  return (
    <div className={styles.chips}>
      <ChipGroup<Only>
        strip
        label="Qué ver de lo encontrado"
        labelHidden
        options={[
          { value: 'all', label: 'Todo' },
          ...(unsent ? [{ value: 'unsent' as const, label: 'Sin enviar' }] : []),
          ...there.map((subject) => ({ value: subject, label: headingOf(subject) })),
          ...(views.length > 0 || only === 'movement' ? [{ value: 'movement' as const, label: 'Movimientos' }] : []),
        ]}
        value={only}
        onChange={onOnly}
      />
    </div>
  );
};

const first = 4;
const step = 20;
/** Extra rows shown at once: a button would be as tall. */
const few = 2;

interface GroupProps<Item> {
  readonly title: string;
  readonly items: readonly Item[];
  /** `12`, `60 o más`. */
  readonly count: string;
  /** Only group: shows more at once. */
  readonly isAlone: boolean;
  readonly row: (item: Item) => ReactNode;
  readonly keyOf: (item: Item) => string;
}

const Group = <Item,>({ title, items, count, isAlone, row, keyOf }: GroupProps<Item>) => {
  const [drawn, setDrawn] = useState(first);
  const wanted = isAlone ? Math.max(step, drawn) : drawn;
  const most = items.length - wanted <= few ? items.length : wanted;
  if (items.length === 0) return null;
  const left = items.length - most;
  return (
    <section className={styles.group}>
      <header className={styles.heading}>
        <h3>{title}</h3>
        <span className={styles.count}>{count}</span>
      </header>
      <RowList label={title}>
        {items.slice(0, most).map((item) => (
          <li key={keyOf(item)}>{row(item)}</li>
        ))}
        {left > 0 ? (
          <li className={styles.more}>
            <Button variant="quiet" wide onClick={() => setDrawn(most + step)}>
              {`Ver más ${title.toLocaleLowerCase('es-AR')} (${formatNumber(left, 0)})`}
            </Button>
          </li>
        ) : null}
      </RowList>
    </section>
  );
};

interface EntriesProps {
  readonly subject: Subject;
  readonly found: readonly Entry[];
  readonly isAlone: boolean;
}

const Entries = ({ subject, found, isAlone }: EntriesProps) => {
  const items = found.filter((one) => one.subject === subject);
  return (
    <Group
      title={headingOf(subject)}
      items={items}
      count={formatNumber(items.length, 0)}
      isAlone={isAlone}
      keyOf={(one) => one.id}
      row={(one) => <ResultRow found={one} />}
    />
  );
};

interface MovementsProps {
  readonly views: readonly MovementView[];
  readonly search: ReturnType<typeof useMovementSearch>;
  readonly isAlone: boolean;
}

const Movements = ({ views, search, isAlone }: MovementsProps) => (
  <Group
    title="Movimientos"
    items={views}
    count={search.isWhole ? formatNumber(views.length, 0) : `${formatNumber(views.length, 0)} o más`}
    isAlone={isAlone}
    keyOf={(view) => view.key}
    row={(view) => <MovementRow view={view} />}
  />
);

/** Older movements are searched on demand. */
const FurtherBack = ({ search }: Pick<MovementsProps, 'search'>) => {
  if (search.isWhole) return null;
  if (search.isLooking) return <p className={styles.hint}>Buscando en los movimientos…</p>;
  return (
    <div className={styles.further}>
      {search.backTo === null ? null : (
        <p className={styles.hint}>Buscamos en los movimientos hasta el {formatDay(search.backTo)}.</p>
      )}
      <Button wide onClick={search.onMore}>
        Buscar más atrás
      </Button>
    </div>
  );
};

const icons: Readonly<Record<DescribedName | 'member', ReactNode>> = {
  lot: <Fence size={26} />,
  rodeo: <MovementIcon name="herd" size={26} />,
  campo: <Tractor size={26} />,
  task: <ListChecks size={26} />,
  asset: <Boxes size={26} />,
  note: <StickyNote size={26} />,
  cycle: <Repeat size={26} />,
  invoice: <FileText size={26} />,
  member: <UserRound size={26} />,
  category: <Tags size={26} />,
};

type Parts = Pick<ComponentProps<typeof RowTo>, 'icon' | 'title' | 'subtitle' | 'right'>;
type Way = (id: string, parts: Parts) => ReactNode;

/** Screen of a described thing, or its sheet over the list. */
const ways: Readonly<Record<DescribedName | 'member', Way>> = {
  lot: (id, parts) => <RowTo to="/lots/$id" params={{ id }} {...parts} />,
  rodeo: (id, parts) => <RowTo to="/rodeos/$id" params={{ id }} {...parts} />,
  campo: (id, parts) => <RowTo to="/lots" search={{ campo: id }} {...parts} />,
  asset: (id, parts) => <RowTo to="/stock/$id" params={{ id }} {...parts} />,
  cycle: (id, parts) => <RowTo to="/ciclos-reproductivos/$id" params={{ id }} {...parts} />,
  invoice: (id, parts) => <RowTo to="/billing/$id" params={{ id }} {...parts} />,
  task: (id, parts) => <RowTo to="/tasks" search={{ hoja: id }} {...parts} />,
  note: (id, parts) => <RowTo to="/notes" search={{ hoja: id }} {...parts} />,
  member: (id, parts) => <RowTo to="/work-team" search={{ hoja: id }} {...parts} />,
  category: (id, parts) => <RowTo to="/configuration" search={{ seccion: 'categorias', hoja: id }} {...parts} />,
};

const isDescribed = (subject: Subject): subject is DescribedName | 'member' => subject in ways;

const ResultRow = ({ found }: { readonly found: Entry }) => {
  const { subject, id, title, subtitle, state } = found;
  const thing = isDescribed(subject) ? null : thingOf(subject);
  const parts = {
    icon: isDescribed(subject) ? icons[subject] : <MovementIcon name={thing?.icon ?? 'dot'} size={26} />,
    title,
    subtitle,
    right: sendBadge(state),
  };
  return isDescribed(subject) ? (
    ways[subject](id, parts)
  ) : (
    <RowTo to={screenOf(thing)} search={{ hoja: id }} {...parts} />
  );
};
