import { ArrowDown, ArrowUp, CloudRain, Pencil, Trash2 } from 'lucide-react';
import {
  type Campo,
  compareNames,
  counted,
  type Day,
  evOf,
  farmRain,
  formatHectares,
  formatNumber,
  headsIn,
  joined,
  monthOf,
  relativeDay,
  sumOf,
  tenures,
} from '#domain';
import { ButtonTo, useFarm, useToday } from '#platform';
import { sendBadge } from '#farm/movement-row.tsx';
import { DeletePlace } from '#farm/delete-place.tsx';
import { failureWords } from '#farm/failure-words.ts';
import { MoveThing } from '#farm/things/move-thing.tsx';
import { RefusedThing } from '#farm/things/refused-thing.tsx';
import { Button, Card, Cluster, toastError } from '#ui';
import type { FarmViews, ThingView } from '#sync/farm.ts';
import styles from './campos.module.css';

interface CampoCardProps {
  readonly row: CampoRow;
  readonly rows: readonly CampoRow[];
  readonly index: number;
  readonly mayEdit: boolean;
  readonly onEdit: () => void;
  readonly onRain: () => void;
}

/** A campo's land, stock, rain and last record. */
export const CampoCard = ({ row, rows, index, mayEdit, onEdit, onRain }: CampoCardProps) => {
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
    ['Lluvia', `${formatNumber(row.rainOfMonth, 1)} mm este mes · ${formatNumber(row.rainOfYear, 1)} mm este año`],
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
  const farm = useFarm();
  const { id, name } = view.row;
  const remove = async (): Promise<void> => {
    const removed = await farm.acts.deleteThing('campo', id);
    if (!removed.ok) toastError(failureWords(removed.problem, 'Error al eliminar el campo'));
  };
  return (
    <DeletePlace
      name={name}
      label="Eliminar"
      icon={<Trash2 size={22} />}
      stays={
        lots === 0
          ? null
          : {
              why: `${name} tiene ${counted(lots, 'lote')}: pasalos a otro campo antes de eliminarlo.`,
              label: 'Entendido',
            }
      }
      onDelete={remove}
    >
      El campo deja de aparecer en las listas. La lluvia y los demás registros quedan en la historia.
    </DeletePlace>
  );
};

export interface CampoRow {
  readonly view: ThingView<Campo>;
  readonly lots: number;
  readonly heads: number;
  /** EV per grazed hectare; null without hectares. */
  readonly load: number | null;
  readonly rainOfMonth: number;
  readonly rainOfYear: number;
  readonly lastMovementOn: Day | null;
}

/** All campos in order, with the totals of their lots (domain.md §2.1). */
export async function readCampos(views: FarmViews, today: Day): Promise<readonly CampoRow[]> {
  const year = today.slice(0, 4);
  const [campos, lots, lastDays, categories, rain] = await Promise.all([
    views.things('campo'),
    views.lots(),
    views.lastMovementDays(),
    views.categories(),
    views.rainByMonth(year),
  ]);
  return campos
    .map((view): CampoRow => {
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
        rainOfMonth: farmRain(rain, [campo], monthOf(today)),
        rainOfYear: farmRain(rain, [campo], year),
        lastMovementOn: days.toSorted().at(-1) ?? null,
      };
    })
    .toSorted((a, b) => a.view.row.order - b.view.row.order || compareNames(a.view.row.name, b.view.row.name));
}
