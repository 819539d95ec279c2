import {
  byId,
  type Cell,
  formatDay,
  formatNumber,
  headsOf,
  lotOf,
  type Review,
  rodeoOf,
  shortInBook,
  withCount,
} from '#domain';
import { Fragment, useState } from 'react';
import { ButtonTo, useAssets, useCategories, useFarm, useLive, useLots, useRodeos, useStock } from '#platform';
import { MovementRow } from '#farm/movement-row.tsx';
import type { MovementView } from '#sync/farm.ts';
import { Asking, Button, Card, Cluster, RowList, Skeleton, Stack, toastError } from '#ui';
import styles from './review.module.css';

interface ShortfallsProps {
  readonly reviews: readonly MovementView[];
  readonly onEdit: (movementId: string) => void;
  readonly onCount: (lotId: string) => void;
}

/** Records of a lot searched for one category. */
const pageOfBook = 200;

/** A cell below zero, today or until a day that is past. */
interface ShortCell extends Cell {
  readonly until?: string | undefined;
}

type Mark = NonNullable<Review['cells']>[number];

const markOf = ({ movement }: MovementView, cell: ShortCell): Mark | undefined =>
  movement.review?.cells?.find(
    (one) =>
      one.lot_id === cell.lot &&
      one.rodeo_id === cell.rodeo &&
      one.category_id === cell.category &&
      one.until === cell.until,
  );

/** Cells that were short until a past day. */
function shortBefore(reviews: readonly MovementView[]): ShortCell[] {
  const marks = reviews.flatMap(({ movement }) => movement.review?.cells ?? []);
  return marks.flatMap(({ lot_id: lot, rodeo_id: rodeo, category_id: category, head, until }) =>
    until === undefined ? [] : [{ lot, rodeo, category, head, until }],
  );
}

/** 'Rendir diferencias' (domain.md §2.17): shortfalls of today and of past days, and the record that caused each. */
export const Shortfalls = ({ reviews, onEdit, onCount }: ShortfallsProps) => {
  const stock = useStock();
  const assets = useAssets();
  const below: ShortCell[] = [...(stock ?? []).filter((cell) => cell.head < 0), ...shortBefore(reviews)];
  const short = (assets ?? []).filter(({ row }) => row.missing > 0);
  if (below.length + short.length === 0) return null;
  return (
    <section aria-label="Rendir diferencias" className={styles.part}>
      <h3>{withCount('Rendir diferencias', below.length + short.length)}</h3>
      {below.map((cell) => (
        <MissingHeads
          key={`${cell.lot} ${cell.rodeo} ${cell.category} ${cell.until}`}
          cell={cell}
          records={reviews.filter((view) => markOf(view, cell))}
          onEdit={onEdit}
          onCount={onCount}
        />
      ))}
      {short.map(({ row }) => (
        <Card key={row.id} title={`Faltan ${formatNumber(row.missing)} ${row.unit} de ${row.name} por justificar`}>
          <ButtonTo to="/stock/$id" params={{ id: row.id }}>
            Corregir stock
          </ButtonTo>
        </Card>
      ))}
    </section>
  );
};

interface MissingHeadsProps extends Pick<ShortfallsProps, 'onEdit' | 'onCount'> {
  readonly cell: ShortCell;
  readonly records: readonly MovementView[];
}

const MissingHeads = ({ cell, records, onEdit, onCount }: MissingHeadsProps) => {
  const lots = useLots();
  const rodeos = useRodeos();
  const categories = useCategories();
  const lot = lotOf(lots, cell.lot)?.name ?? 'Sin lote';
  const rodeo = rodeoOf(rodeos, cell.rodeo)?.name ?? 'Sin rodeo';
  const category = byId(categories, cell.category)?.name ?? '';
  const [isOpen, setOpen] = useState(false);
  // A count of today does not mend a day that is past.
  const place = cell.until === undefined ? cell.lot : null;
  return (
    <Card title={titleOf(cell, category)}>
      <Stack>
        <p>{`${lot} · ${rodeo}`}</p>
        {place === null ? null : (
          <Button compact onClick={() => onCount(place)}>
            Corregir stock
          </Button>
        )}
        {records.map((view) => (
          <Fragment key={view.key}>
            <p className={styles.reason}>{arithmeticOf(view, cell)}</p>
            <RowList label="El registro desde el que faltan">
              <li>
                <MovementRow view={view} />
                <RecordActs view={view} onEdit={onEdit} />
              </li>
            </RowList>
          </Fragment>
        ))}
        {records.length === 0 ? <p>El registro desde el que faltan todavía no llegó a este celular.</p> : null}
        <Button compact variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Cerrar el libro' : 'Ver el libro'}
        </Button>
        {isOpen ? <Book cell={cell} /> : null}
      </Stack>
    </Card>
  );
};

const titleOf = ({ head, until }: ShortCell, category: string): string =>
  until === undefined
    ? shortInBook(-head, category)
    : `El libro tuvo ${headsOf(-head, category)} de menos hasta el ${formatDay(until)}`;

/** `Había 18 y acá salieron 20: faltan 2.`; older reviews lack the figures. */
function arithmeticOf(view: MovementView, cell: ShortCell): string {
  const found = markOf(view, cell);
  if (found?.before === undefined || found.change === undefined) return 'Desde este registro no alcanzan:';
  const missing = -(found.before + found.change);
  const [had, left] = [formatNumber(found.before, 0), formatNumber(-found.change, 0)];
  const now = missing === -cell.head ? '' : ` Con lo que se anotó después, ${formatNumber(-cell.head, 0)}.`;
  return `Había ${had} y acá ${found.change === -1 ? 'salió' : 'salieron'} ${left}: ${missing === 1 ? 'falta' : 'faltan'} ${formatNumber(missing, 0)}.${now}`;
}

const linesInBook = 20;

/** Newest records that touch these animals. */
const Book = ({ cell }: { readonly cell: Cell }) => {
  const page = useLive(
    (views) => views.page(cell.lot === null ? {} : { lotId: cell.lot }, null, pageOfBook),
    [cell.lot],
  );
  if (!page) return <Skeleton rows={3} />;
  const touching = page.items.filter(({ lines }) =>
    lines.some((line) => line.lot === cell.lot && line.rodeo === cell.rodeo && line.category === cell.category),
  );
  return (
    <RowList label="El libro de estos animales">
      {touching.slice(0, linesInBook).map((view) => (
        <li key={view.key}>
          <MovementRow view={view} />
        </li>
      ))}
    </RowList>
  );
};

const RecordActs = ({ view, onEdit }: { readonly view: MovementView; readonly onEdit: (id: string) => void }) => {
  const farm = useFarm();
  const discard = async (): Promise<void> => {
    const removed = await farm.acts.deleteMovement(view.movement.id);
    if (!removed.ok && removed.problem.reason !== 'invalid') toastError(removed.problem.message);
  };
  return (
    <div className={styles.acts}>
      <Cluster>
        <Button compact onClick={() => onEdit(view.movement.id)}>
          Editar registro
        </Button>
        <Asking
          button={(ask) => (
            <Button compact variant="danger" onClick={ask}>
              Descartar
            </Button>
          )}
          danger
          title="¿Descartar este registro?"
          confirmLabel="Descartar"
          onConfirm={discard}
        >
          {`${view.summary}. Deja de contar en las existencias; queda en la historia como eliminado.`}
        </Asking>
      </Cluster>
    </div>
  );
};
