import { Pencil, Trash2 } from 'lucide-react';
import {
  counted,
  daysAgo,
  daysBetween,
  formatDay,
  formatGain,
  formatGainFigure,
  formatKilos,
  formatNumber,
  joined,
  listOf,
  rodeoActivities,
  things,
} from '#domain';
import { quickKinds } from '#domain/movements/kinds/quick.ts';
import { type SheetStep, useLive, useMay, useToday } from '#platform';
import { HerdChart } from '#farm/herd-chart.tsx';
import { badgeOf } from '#farm/movement-row.tsx';
import { RefusedThing } from '#farm/things/refused-thing.tsx';
import { ActionGrid, Button, Cluster, PageHeading, Skeleton, Stat, StateBadge, StatGrid } from '#ui';
import { WithdrawalNotice } from '#farm/withdrawal-notice.tsx';
import { ActTile, KindTiles } from '#farm/kind-tiles.tsx';
import { DeleteThing } from '#farm/things/delete-thing.tsx';
import { NothingHere } from '#farm/nothing-here.tsx';
import { CurrentCycle, RodeoPlaces, RodeoTabs } from './rodeo-parts.tsx';
import { RodeoSheet } from './rodeo-sheet.tsx';
import { readRodeo, type RodeoWhole } from './rodeo-whole.ts';
import type { Weight } from './weights.ts';

const editSheet = 'editar';

interface RodeoScreenProps extends SheetStep {
  readonly id: string;
  readonly onRecord: (type: string) => void;
  readonly onChangeLot: () => void;
  readonly onGone: () => void;
}

/** Screen of a rodeo (domain.md §2.3). */
export const RodeoScreen = ({ id, ...rest }: RodeoScreenProps) => {
  const today = useToday();
  const whole = useLive((views) => readRodeo(views, id, today), [id, today]);
  if (whole === undefined) return <Skeleton rows={6} />;
  if (whole === null) return <NothingHere title="Rodeo no encontrado" to="/rodeos" />;
  return <Whole whole={whole} today={today} {...rest} />;
};

interface WholeProps extends Omit<RodeoScreenProps, 'id'> {
  readonly whole: RodeoWhole;
  readonly today: string;
}

const Whole = ({ whole, today, sheet, onSheet, onSheetEnd, onRecord, onChangeLot, onGone }: WholeProps) => {
  const { view } = whole;
  const { row: rodeo } = view;
  const mayEdit = useMay('edit-places');
  const activity = rodeoActivities[rodeo.activity as keyof typeof rodeoActivities];
  return (
    <>
      <PageHeading title={rodeo.name} aside={<StateBadge state={badgeOf[view.state]} />}>
        <p>{joined(activity, rodeo.breed, rodeo.active ? null : 'Inactivo')}</p>
      </PageHeading>
      {mayEdit ? <RefusedThing view={view} onCorrect={() => onSheet(editSheet)} /> : null}
      <WithdrawalNotice running={whole.withdrawals} />
      <RodeoFigures whole={whole} today={today} />
      <section aria-label="Registrar de este rodeo">
        <ActionGrid>
          <ActTile group="internos" label="Mover" icon="herd-arrow" onClick={onChangeLot} />
          <KindTiles kinds={quickKinds.rodeo} onPick={onRecord} />
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
          <DeleteRodeo {...{ whole, onGone, onRecord }} />
        </Cluster>
      ) : null}
      {sheet === editSheet && mayEdit ? <RodeoSheet id={rodeo.id} onSaved={onSheetEnd} onClose={onSheetEnd} /> : null}
    </>
  );
};

const RodeoFigures = ({ whole, today }: { readonly whole: RodeoWhole; readonly today: string }) => {
  const { heads, ev, weights, kilos } = whole;
  const last = weights.at(-1);
  const weighed = kilos.flatMap(({ category }) => (category && last?.of.includes(category.id) ? category.name : []));
  const target = whole.view.row.target_daily_gain_kg;
  const gain = lastGain(weights);
  return (
    <>
      <StatGrid>
        <Stat label="Cabezas" value={formatNumber(heads, 0)} detail={`${formatNumber(ev, 1)} EV`} />
        <Stat
          label="Último peso"
          value={last ? formatKilos(last.average_kg) : '—'}
          detail={
            last
              ? joined(
                  weighed.length < kilos.length && listOf(weighed),
                  formatDay(last.date),
                  daysAgo(daysBetween(last.date, today)),
                )
              : 'Sin pesadas'
          }
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

/** Deletes an empty rodeo; otherwise offers to change its animals' rodeo. */
const DeleteRodeo = ({ whole, onGone, onRecord }: Pick<WholeProps, 'whole' | 'onGone' | 'onRecord'>) => {
  const { heads } = whole;
  const { id, name } = whole.view.row;
  const why =
    heads > 0
      ? `El rodeo tiene ${counted(heads, 'cabeza')}: pasalas a otro rodeo antes de eliminarlo.`
      : 'Al rodeo le faltan animales por justificar: corregí sus registros antes de eliminarlo.';
  return (
    <DeleteThing
      thing={things.rodeo}
      {...{ id, name }}
      label="Eliminar rodeo"
      icon={<Trash2 />}
      stays={heads === 0 ? null : { why, label: 'Cambiar de rodeo', onConfirm: () => onRecord(quickKinds.move.type) }}
      onDeleted={onGone}
    >
      El rodeo deja de aparecer en las listas. Sus movimientos quedan en la historia.
    </DeleteThing>
  );
};
