import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  counted,
  daysBetween,
  formatDay,
  formatGain,
  formatGainFigure,
  formatKilos,
  formatNumber,
  joined,
  lastToEnd,
  listOf,
  rodeoActivities,
} from '#domain';
import { quickKinds } from '#domain/movements/kinds/quick.ts';
import { ButtonTo, useFarm, useLive, useMay, useToday } from '#platform';
import { HerdChart } from '#farm/herd-chart.tsx';
import { badgeOf } from '#farm/movement-row.tsx';
import { RefusedThing } from '#farm/things/refused-thing.tsx';
import {
  ActionGrid,
  ActionTile,
  Button,
  Cluster,
  ConfirmDialog,
  EmptyState,
  MovementIcon,
  Notice,
  PageHeading,
  Skeleton,
  Stat,
  StateBadge,
  StatGrid,
  toastError,
} from '#ui';
import { CurrentCycle, RodeoPlaces, RodeoTabs } from './rodeo-parts.tsx';
import { RodeoSheet } from './rodeo-sheet.tsx';
import { readRodeo, type RodeoWhole } from './rodeo-whole.ts';
import type { Weight } from './weights.ts';

const editSheet = 'editar';

interface RodeoScreenProps {
  readonly id: string;
  readonly sheet: string | null;
  readonly onSheet: (name: string) => void;
  readonly onSheetEnd: () => void;
  readonly onRecord: (type: string) => void;
  readonly onChangeLot: () => void;
  readonly onGone: () => void;
}

/** Screen of a rodeo (domain.md §2.3). */
export const RodeoScreen = ({ id, ...rest }: RodeoScreenProps) => {
  const today = useToday();
  const whole = useLive((views) => readRodeo(views, id, today), [id, today]);
  if (whole === undefined) return <Skeleton rows={6} />;
  if (whole === null) {
    return (
      <>
        <PageHeading title="Rodeo no encontrado" />
        <EmptyState action={<ButtonTo to="/rodeos">Volver a Rodeos</ButtonTo>}>
          Puede que alguien lo haya eliminado.
        </EmptyState>
      </>
    );
  }
  return <Whole whole={whole} today={today} {...rest} />;
};

interface WholeProps extends Omit<RodeoScreenProps, 'id'> {
  readonly whole: RodeoWhole;
  readonly today: string;
}

const Whole = ({ whole, today, sheet, onSheet, onSheetEnd, onRecord, onChangeLot, onGone }: WholeProps) => {
  const { view, heads } = whole;
  const { row: rodeo } = view;
  const mayEdit = useMay('edit-places');
  const activity = rodeoActivities[rodeo.activity as keyof typeof rodeoActivities];
  return (
    <>
      <PageHeading title={rodeo.name} aside={<StateBadge state={badgeOf[view.state]} />}>
        <p>{joined(activity, rodeo.breed, rodeo.active ? null : 'Inactivo')}</p>
      </PageHeading>
      {mayEdit ? <RefusedThing view={view} onCorrect={() => onSheet(editSheet)} /> : null}
      <WithdrawalNotice whole={whole} />
      <RodeoFigures whole={whole} today={today} />
      <section aria-label="Registrar de este rodeo">
        <ActionGrid>
          <ActionTile
            group="internos"
            label="Mover"
            icon={<MovementIcon name="herd-arrow" size={28} />}
            onClick={onChangeLot}
          />
          {quickKinds.rodeo.map((kind) => (
            <ActionTile
              key={kind.type}
              group={kind.group}
              label={kind.spoken}
              icon={<MovementIcon name={kind.icon} size={28} />}
              onClick={() => onRecord(kind.type)}
            />
          ))}
        </ActionGrid>
      </section>
      <RodeoPlaces rodeoId={rodeo.id} places={whole.places} kilos={whole.kilos} {...{ today, sheet, onSheetEnd }} />
      <HerdChart rodeoId={rodeo.id} />
      <RodeoTabs whole={whole} />
      {mayEdit ? (
        <Cluster>
          <Button icon={<Pencil />} onClick={() => onSheet(editSheet)}>
            Editar rodeo
          </Button>
          <DeleteRodeo
            id={rodeo.id}
            name={rodeo.name}
            heads={heads}
            onGone={onGone}
            onMove={() => onRecord(quickKinds.move.type)}
          />
        </Cluster>
      ) : null}
      {sheet === editSheet && mayEdit ? <RodeoSheet id={rodeo.id} onSaved={onSheetEnd} onClose={onSheetEnd} /> : null}
    </>
  );
};

/** Withdrawal in force: selling during it costs the whole load. */
const WithdrawalNotice = ({ whole }: { readonly whole: RodeoWhole }) => {
  const last = lastToEnd(whole.withdrawals);
  return last ? (
    <Notice tone="warn" title={`En retiro hasta ${formatDay(last.until)}`}>
      {last.products.length > 0 ? `${listOf(last.products)}. ` : ''}Los animales quedan libres al día siguiente.
    </Notice>
  ) : null;
};

/** Heads, weight, gain and current cycle. */
const RodeoFigures = ({ whole, today }: { readonly whole: RodeoWhole; readonly today: string }) => {
  const { heads, ev, weights } = whole;
  const last = weights.at(-1);
  const target = whole.view.row.target_daily_gain_kg;
  const gain = lastGain(weights);
  return (
    <>
      <StatGrid>
        <Stat label="Cabezas" value={formatNumber(heads, 0)} detail={`${formatNumber(ev, 1)} EV`} />
        <Stat
          label="Último peso"
          value={last ? formatKilos(last.average_kg) : '—'}
          detail={last ? `${formatDay(last.date)} · hace ${daysBetween(last.date, today)} días` : 'Sin pesadas'}
        />
        <Stat
          label="Ganancia diaria"
          value={gain === null || gain.daily_gain === null ? '—' : formatGainFigure(gain.daily_gain)}
          detail={gain === null ? 'Hacen falta dos pesadas' : gainWords(gain, target)}
        />
      </StatGrid>
      <CurrentCycle cycles={whole.cycles} />
    </>
  );
};

/** The newest weighing comparable with an earlier one. */
const lastGain = (weights: readonly Weight[]): Weight | null =>
  weights.findLast((weight) => weight.daily_gain !== null || weight.group_changed) ?? null;

const gainWords = (gain: Weight, target: number | null): string =>
  joined(
    gain.daily_gain === null ? `Al ${formatDay(gain.date)}` : `kg/día al ${formatDay(gain.date)}`,
    gain.group_changed ? 'Grupo cambió' : null,
    target === null ? null : `Objetivo ${formatGain(target)}`,
  );

interface DeleteRodeoProps {
  readonly id: string;
  readonly name: string;
  readonly heads: number;
  readonly onGone: () => void;
  /** Opens the record that changes their rodeo. */
  readonly onMove: () => void;
}

/** Deletes an empty rodeo; otherwise offers to move its animals. */
const DeleteRodeo = ({ id, name, heads, onGone, onMove }: DeleteRodeoProps) => {
  const farm = useFarm();
  const [asking, setAsking] = useState(false);
  const remove = async (): Promise<void> => {
    setAsking(false);
    const removed = await farm.acts.deleteThing('rodeo', id);
    if (removed.ok) onGone();
    else {
      toastError(
        removed.problem.reason === 'invalid'
          ? (removed.problem.issues[0]?.message ?? 'Error al eliminar el rodeo')
          : removed.problem.message,
      );
    }
  };
  return (
    <>
      <Button variant="danger" icon={<Trash2 />} onClick={() => setAsking(true)}>
        Eliminar rodeo
      </Button>
      {heads === 0 ? (
        <ConfirmDialog
          open={asking}
          danger
          title={`¿Eliminar ${name}?`}
          confirmLabel="Eliminar"
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          El rodeo deja de aparecer en las listas. Sus movimientos quedan en la historia.
        </ConfirmDialog>
      ) : (
        <ConfirmDialog
          open={asking}
          title="No se puede eliminar"
          confirmLabel="Cambiar de rodeo"
          onConfirm={() => {
            setAsking(false);
            onMove();
          }}
          onClose={() => setAsking(false)}
        >
          {heads > 0
            ? `El rodeo tiene ${counted(heads, 'cabeza')}: pasalas a otro rodeo antes de eliminarlo.`
            : 'Al rodeo le faltan animales por justificar: corregí sus registros antes de eliminarlo.'}
        </ConfirmDialog>
      )}
    </>
  );
};
