import { Navigate } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, CloudRain, Pencil, Plus, Trash2 } from 'lucide-react';
import {
  type Campo,
  counted,
  type Day,
  evOf,
  rainWords,
  formatHectares,
  formatNumber,
  headsIn,
  joined,
  monthOf,
  relativeDay,
  sumOf,
  tenures,
  things,
} from '#domain';
import { CampoTabs } from '#farm/campo-tabs.tsx';
import { ButtonTo, type SheetStep, useLive, useMay, useToday } from '#platform';
import { Button, Card, Cluster, EmptyScene, PageHeading, Skeleton } from '#ui';
import { CampoSheet } from './campo-sheet.tsx';
import { RainSheet } from './rain-sheet.tsx';
import { sendBadge } from '#farm/movement-row.tsx';
import { DeleteThing } from '#farm/things/delete-thing.tsx';
import { inOrder, MoveThing } from '#farm/things/move-thing.tsx';
import { RefusedThing } from '#farm/things/refused-thing.tsx';
import type { FarmViews, ThingView } from '#sync/farm.ts';
import styles from './campos.module.css';

const newSheet = 'nuevo';
const rainSheet = 'lluvia.';

/** The farm's campos, each leading to its lots (domain.md §2.1). `sheet`: `nuevo`, `lluvia.<campo id>`, or the one to edit. */
export const CamposScreen = ({ sheet, onSheet, onSheetEnd }: SheetStep) => {
  const today = useToday();
  const rows = useLive((views) => readCampos(views, today), [today]);
  const mayEdit = useMay('edit-places');
  const newCampo = mayEdit ? (
    <Button compact icon={<Plus />} onClick={() => onSheet(newSheet)}>
      Nuevo campo
    </Button>
  ) : null;
  const rainOf = sheet?.startsWith(rainSheet) ? sheet.slice(rainSheet.length) : null;
  const [only, ...others] = rows ?? [];
  // A single campo adds nothing to its lots, but whoever may edit it must find it (domain.md §2.1).
  if (only && others.length === 0 && !mayEdit)
    return <Navigate to="/lots" search={{ campo: only.view.row.id }} replace />;
  return (
    <>
      <CampoTabs />
      <PageHeading title="Campos" aside={rows?.length === 0 ? null : newCampo}>
        {rows && rows.length > 0 ? <p>{totals(rows)}</p> : null}
      </PageHeading>
      {rows ? null : <Skeleton rows={4} />}
      {rows?.length === 0 ? (
        <EmptyScene name="mill" action={newCampo}>
          {mayEdit
            ? 'Cargá tus campos para agrupar los lotes y anotar la lluvia de cada uno.'
            : 'Todavía no hay campos. Los carga el dueño o un administrador.'}
        </EmptyScene>
      ) : null}
      <div className={styles.cards}>
        {rows?.map((row, index) => (
          <CampoCard
            key={row.view.row.id}
            row={row}
            rows={rows}
            index={index}
            mayEdit={mayEdit}
            onEdit={() => onSheet(row.view.row.id)}
            onRain={() => onSheet(`${rainSheet}${row.view.row.id}`)}
          />
        ))}
      </div>
      {rainOf !== null ? <RainSheet campoId={rainOf} onClose={onSheetEnd} /> : null}
      {sheet !== null && rainOf === null && mayEdit ? (
        <CampoSheet key={sheet} id={sheet === newSheet ? null : sheet} onSaved={onSheetEnd} onClose={onSheetEnd} />
      ) : null}
    </>
  );
};

const totals = (rows: readonly CampoRow[]): string => {
  // A sum of some would be told of all.
  const isWhole = rows.every((row) => row.view.row.total_hectares);
  const heads = sumOf(rows, (row) => row.heads);
  return joined(
    counted(rows.length, 'campo'),
    isWhole ? formatHectares(sumOf(rows, (row) => row.view.row.total_hectares ?? 0)) : null,
    `${formatNumber(heads, 0)} cab.`,
  );
};

interface CampoCardProps {
  readonly row: CampoRow;
  readonly rows: readonly CampoRow[];
  readonly index: number;
  readonly mayEdit: boolean;
  readonly onEdit: () => void;
  readonly onRain: () => void;
}

/** A campo's land, stock, rain and last record. */
const CampoCard = ({ row, rows, index, mayEdit, onEdit, onRain }: CampoCardProps) => {
  const { view } = row;
  const { row: campo } = view;
  return (
    <Card title={campo.name} action={sendBadge(view.state)}>
      {mayEdit ? <RefusedThing view={view} onCorrect={onEdit} /> : null}
      <Facts row={row} />
      <Cluster>
        <ButtonTo to="/lots" search={{ campo: campo.id }}>
          {row.lots === 0 ? 'Ver lotes' : `Ver ${counted(row.lots, 'lote')}`}
        </ButtonTo>
        <Button icon={<CloudRain size={22} />} onClick={onRain}>
          Lluvia
        </Button>
        {mayEdit ? (
          <>
            <Button icon={<Pencil size={22} />} onClick={onEdit}>
              Editar
            </Button>
            <DeleteCampo row={row} />
            {rows.length < 2 ? null : (
              <MoveThing
                subject="campo"
                variant="default"
                up={<ArrowUp />}
                down={<ArrowDown />}
                views={rows.map((one) => one.view)}
                index={index}
              />
            )}
          </>
        ) : null}
      </Cluster>
    </Card>
  );
};

const Facts = ({ row }: { readonly row: CampoRow }) => {
  const today = useToday();
  const { row: campo } = row.view;
  const facts: readonly (readonly [string, string | null])[] = [
    [
      'Superficie',
      joined(
        campo.total_hectares === null ? null : formatHectares(campo.total_hectares),
        campo.grazing_hectares === null ? null : `${formatHectares(campo.grazing_hectares)} ganaderas`,
      ) || null,
    ],
    ['Hacienda', `${formatNumber(row.heads, 0)} cab.${row.load === null ? '' : ` · ${formatNumber(row.load)} EV/ha`}`],
    ['Lluvia', row.rainOfYear ? `${row.rainOfMonth ?? '—'} este mes · ${row.rainOfYear} este año` : 'Sin registros'],
    ['Último registro', row.lastMovementOn ? relativeDay(row.lastMovementOn, today) : 'Sin registros'],
    ['Lugar', [campo.locality, campo.department, campo.province].filter(Boolean).join(', ') || null],
    ['Propiedad', tenures[campo.tenure as keyof typeof tenures] ?? null],
    ['RENSPA', campo.renspa ?? null],
    ['CUIG', campo.cuig ?? null],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) =>
        value === null ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
};

const DeleteCampo = ({ row: { view, lots } }: Pick<CampoCardProps, 'row'>) => {
  const { id, name } = view.row;
  const why = `${name} tiene ${counted(lots, 'lote')}: pasalos a otro campo antes de eliminarlo.`;
  return (
    <DeleteThing
      thing={things.campo}
      {...{ id, name }}
      icon={<Trash2 size={22} />}
      stays={lots === 0 ? null : { why, label: 'Entendido' }}
    >
      El campo deja de aparecer en las listas. La lluvia y los demás registros quedan en la historia.
    </DeleteThing>
  );
};

interface CampoRow {
  readonly view: ThingView<Campo>;
  readonly lots: number;
  readonly heads: number;
  /** EV per grazed hectare; null without hectares. */
  readonly load: number | null;
  /** In words; null where nobody wrote any down. */
  readonly rainOfMonth: string | null;
  readonly rainOfYear: string | null;
  readonly lastMovementOn: Day | null;
}

/** All campos in order, with the totals of their lots (domain.md §2.1). */
async function readCampos(views: FarmViews, today: Day): Promise<readonly CampoRow[]> {
  const year = today.slice(0, 4);
  const [campos, lots, lastDays, categories, rain] = await Promise.all([
    views.things('campo'),
    views.lots(),
    views.lastMovementDays(),
    views.categories(),
    views.rainByMonth(year),
  ]);
  return inOrder(
    campos.map((view): CampoRow => {
      const campo = view.row;
      const own = lots.filter((one) => one.lot.campo_id === campo.id);
      const grazed = own.filter((one) => one.lot.is_grazing);
      const hectares = campo.grazing_hectares ?? sumOf(grazed, (one) => one.lot.hectares);
      const ev = evOf(
        grazed.flatMap((one) => headsIn(one.lot)),
        categories,
      );
      const days = own.flatMap((one) => lastDays.get(one.lot.id) ?? []);
      return {
        view,
        lots: own.length,
        heads: sumOf(own, (one) => one.heads),
        load: hectares > 0 ? ev / hectares : null,
        rainOfMonth: rainWords(rain, [campo], monthOf(today)),
        rainOfYear: rainWords(rain, [campo], year),
        lastMovementOn: days.toSorted().at(-1) ?? null,
      };
    }),
  );
}
