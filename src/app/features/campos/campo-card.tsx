import { ArrowDown, ArrowUp, CloudRain, Pencil } from 'lucide-react';
import { counted, formatHectares, formatNumber, joined, moved, newOrders, relativeDay, tenures } from '#domain';
import { ButtonTo, useFarm, useToday } from '#platform';
import { sendBadge } from '#farm/movement-row.tsx';
import { RefusedThing } from '#farm/things/refused-thing.tsx';
import { Button, Card, Cluster, IconButton } from '#ui';
import type { CampoRow } from './campo-rows.ts';
import styles from './campos.module.css';
import { DeleteCampo } from './delete-campo.tsx';

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
            <DeleteCampo id={campo.id} name={campo.name} lots={row.lots} />
            <MoveButtons rows={rows} index={index} />
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

const MoveButtons = ({ rows, index }: { readonly rows: readonly CampoRow[]; readonly index: number }) => {
  const farm = useFarm();
  const name = rows[index]?.view.row.name ?? '';
  const move = (to: number): void => {
    for (const { id, order } of newOrders(moved(rows, index, to).map((one) => one.view.row))) {
      void farm.acts.editThing('campo', id, { order });
    }
  };
  if (rows.length < 2) return null;
  return (
    <>
      <IconButton
        variant="default"
        label={`Subir ${name}`}
        icon={<ArrowUp />}
        disabled={index === 0}
        onClick={() => move(index - 1)}
      />
      <IconButton
        variant="default"
        label={`Bajar ${name}`}
        icon={<ArrowDown />}
        disabled={index === rows.length - 1}
        onClick={() => move(index + 1)}
      />
    </>
  );
};
