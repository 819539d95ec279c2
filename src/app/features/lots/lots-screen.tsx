import { ArrowUpDown, Plus, X } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import {
  byId,
  type Category,
  compareNames,
  counted,
  distinctNames,
  evOf,
  formatHectares,
  formatNumber,
  headsIn,
  loadOf,
  namedAlike,
  searchable,
  sumOf,
} from '#domain';
import { CampoTabs } from '#farm/campo-tabs.tsx';
import { ButtonTo, RowTo, type SheetStep, useLive, useMay, useMoreRows } from '#platform';
import type { LotView } from '#sync/farm.ts';
import { AnimalIcon, EmptyScene, IconButton, IconTile, Notice, PageHeading, RowList, SearchField, Skeleton } from '#ui';
import { herdShape, shapeGroups } from '#farm/herd-shape.ts';
import { sendBadge } from '#farm/movement-row.tsx';
import {
  dotted,
  isScarce,
  lightWord,
  LoadBadge,
  loadWords,
  recordsOfRow,
  useOccupation,
  WaterBadge,
} from './lot-facts.tsx';
import { OrderLots } from './order-lots.tsx';
import styles from './lots.module.css';

/** From so many lots on. */
const searchFrom = 8;
const orderSheet = 'ordenar';

/** `sheet`: `ordenar` while reordering. */
interface LotsScreenProps extends SheetStep {
  readonly campoId: string | null;
}

/** Lots of the farm or of one campo, in order (ux.md §4.8). */
export const LotsScreen = ({ campoId, sheet, onSheet, onSheetEnd }: LotsScreenProps) => {
  const farm = useLive(async (views) => {
    const [lots, categories, campos] = await Promise.all([views.lots(), views.categories(), views.campos()]);
    return { lots, categories, campos };
  });
  const lots = useMemo(() => farm && listed(farm.lots, campoId), [farm, campoId]);
  const campo = byId(farm?.campos, campoId);
  const mayCreate = useMay('edit-places');
  const newLot = mayCreate ? (
    <ButtonTo compact to="/lots/create" icon={<Plus />}>
      Nuevo lote
    </ButtonTo>
  ) : null;
  if (sheet === orderSheet && mayCreate && farm) return <OrderLots lots={listed(farm.lots, null)} onEnd={onSheetEnd} />;
  return (
    <>
      <CampoTabs />
      <PageHeading title={campo ? `Lotes de ${campo.name}` : 'Lotes'} aside={newLot}>
        {farm && lots && lots.length > 0 ? <p>{totals(lots, farm.categories)}</p> : null}
      </PageHeading>
      {campo ? (
        <div className={styles.find}>
          <ButtonTo compact to="/lots" replace icon={<X size={22} />}>
            Ver todos los lotes
          </ButtonTo>
        </div>
      ) : null}
      {lots && farm ? null : <Skeleton rows={5} />}
      {lots?.length === 0 ? (
        <EmptyScene name="fence" action={newLot}>
          {emptyWords(campo?.name, mayCreate)}
        </EmptyScene>
      ) : null}
      {farm && mayCreate ? <SameNames lots={farm.lots} /> : null}
      {farm && lots && lots.length > 0 ? (
        <Lots
          lots={lots}
          categories={farm.categories}
          onOrder={mayCreate && !campo ? () => onSheet(orderSheet) : null}
        />
      ) : null}
    </>
  );
};

const listed = (lots: readonly LotView[], campoId: string | null): readonly LotView[] =>
  lots
    .filter((view) => campoId === null || view.lot.campo_id === campoId)
    .toSorted((a, b) => a.lot.order - b.lot.order || compareNames(a.lot.name, b.lot.name));

const emptyWords = (campo: string | undefined, mayCreate: boolean): string => {
  if (campo !== undefined) return `Todavía no hay lotes en ${campo}.`;
  return mayCreate
    ? 'Creá tus lotes para ubicar la hacienda.'
    : 'Todavía no hay lotes. Los crea el dueño o un administrador.';
};

const totals = (lots: readonly LotView[], categories: readonly Category[]): string => {
  const hectares = sumOf(lots, (view) => view.lot.hectares);
  const heads = sumOf(lots, (view) => view.heads);
  const grazed = lots.filter((view) => view.lot.is_grazing);
  const land = sumOf(grazed, (view) => view.lot.hectares);
  const ev = evOf(
    grazed.flatMap((view) => headsIn(view.lot)),
    categories,
  );
  return dotted([
    counted(lots.length, 'lote'),
    formatHectares(hectares),
    `${formatNumber(heads, 0)} cab.`,
    land > 0 ? `${formatNumber(ev / land)} EV/ha` : null,
  ]);
};

interface LotsProps {
  readonly lots: readonly LotView[];
  readonly categories: readonly Category[];
  /** Null without the right, or while filtered. */
  readonly onOrder: (() => void) | null;
}

/** Fast with a thousand lots: search keys are computed once and rows render as they near the screen. */
const Lots = ({ lots, categories, onOrder }: LotsProps) => {
  const [sought, setSought] = useState('');
  const names = useMemo(() => lots.map((view) => searchable(view.lot.name)), [lots]);
  const shown = useMemo(() => namesOf(lots), [lots]);
  const found = useMemo(() => {
    const word = searchable(sought.trim());
    return word === '' ? lots : lots.filter((_, index) => names[index]?.includes(word));
  }, [lots, names, sought]);
  const { count, end } = useMoreRows(found.length, sought);
  return (
    <>
      <div className={styles.find}>
        {lots.length >= searchFrom ? <SearchField label="Buscar lote" value={sought} onChange={setSought} /> : null}
        {onOrder && lots.length > 1 ? (
          <IconButton variant="default" label="Ordenar" icon={<ArrowUpDown size={22} />} onClick={onOrder} />
        ) : null}
      </div>
      {found.length === 0 ? (
        <EmptyScene name="lost">No encontramos «{sought}». Probá con otra parte del nombre.</EmptyScene>
      ) : (
        <RowList panel="columns" label="Lotes">
          {found.slice(0, count).map((view) => (
            <li key={view.lot.id}>
              <LotRow view={view} name={shown.get(view.lot.id) ?? view.lot.name} categories={categories} />
            </li>
          ))}
        </RowList>
      )}
      <div ref={end} />
    </>
  );
};

interface LotRowProps {
  readonly view: LotView;
  /** Distinguished from lots with the same name. */
  readonly name: string;
  readonly categories: readonly Category[];
}

/** A row of the lot list. Changing facts first, as the end may be cut off; one badge at most, water before load. */
const LotRow = memo(({ view, name, categories }: LotRowProps) => {
  const { lot, heads, state } = view;
  const load = loadOf(evOf(headsIn(lot), categories), lot);
  const occupation = useOccupation(view, recordsOfRow);
  const shape = herdShape(headsIn(lot), categories);
  const isNew = lot.isOptimistic === true && state !== 'con_error';
  const since = occupation ? `${occupation.word} ${occupation.length.toLowerCase()}` : null;
  const facts = [
    isNew ? 'Lote nuevo (sin enviar)' : null,
    isScarce(lot) ? lightWord(load, lot.receptivity_ev_ha) : null,
    since ?? (heads > 0 ? null : 'Vacío'),
    heads > 0 ? loadWords(load) : null,
    formatHectares(lot.hectares),
  ];
  return (
    <>
      <RowTo
        tight
        to="/lots/$id"
        params={{ id: lot.id }}
        icon={
          <IconTile group={shapeGroups[shape]} tone="disc">
            <AnimalIcon shape={shape} />
          </IconTile>
        }
        title={name}
        subtitle={<span aria-busy={occupation?.isOld || undefined}>{dotted(facts)}</span>}
        figure={
          <span className={heads === 0 ? styles.empty : undefined}>
            {formatNumber(heads, 0)} <small>cab.</small>
          </span>
        }
        mark={
          <>
            {isScarce(lot) ? <WaterBadge lot={lot} /> : <LoadBadge load={load} receptivity={lot.receptivity_ev_ha} />}
            {sendBadge(state, state !== 'con_error')}
          </>
        }
      />
      {view.problem ? <Notice tone="danger">{view.problem}</Notice> : null}
    </>
  );
});
LotRow.displayName = 'LotRow';

/** Display names by lot id. */
const namesOf = (lots: readonly LotView[]): ReadonlyMap<string, string> => distinctNames(lots.map(({ lot }) => lot));

/** Warns of lots with the same name, made offline on two phones (offline.md §2.8). */
const SameNames = ({ lots }: { readonly lots: readonly LotView[] }) =>
  namedAlike(lots.map(({ lot }) => lot)).map((name) => (
    <Notice key={name} tone="warn">
      Más de un lote se llama {name}. Abrí uno y cambiale el nombre; si es el mismo lote, pasá los animales y eliminá el
      que sobra.
    </Notice>
  ));
