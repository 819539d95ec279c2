import { Plus } from 'lucide-react';
import { useState } from 'react';
import { counted, formatDay, formatGain, formatKilos, formatNumber, rodeoActivities, sumOf } from '#domain';
import { CampoTabs } from '#farm/campo-tabs.tsx';
import { RowTo, type SheetStep, useLive, useMay, useToday } from '#platform';
import { RefusedThing } from '#farm/things/refused-thing.tsx';
import { AnimalIcon, Badge, Button, ChipGroup, EmptyScene, IconTile, PageHeading, RowList, Skeleton } from '#ui';
import { shapeGroups } from '#farm/herd-shape.ts';
import { sendBadge } from '#farm/movement-row.tsx';
import { readRodeos, type RodeoRow } from './rodeo-rows.ts';
import { groupOfColor, RodeoSheet } from './rodeo-sheet.tsx';
import type { Weight } from './weights.ts';

const newSheet = 'nuevo';
const everyActivity = '';
const noActivity = 'sin';

/** An unknown activity counts as none. */
const activityOf = ({ view }: RodeoRow): string => {
  const { activity } = view.row;
  return activity !== null && activity in rodeoActivities ? activity : noActivity;
};

/** The farm's rodeos: heads, places, weights, withdrawals (ux.md §4.8). `sheet`: `nuevo`, or the one to edit. */
export const RodeosScreen = ({ sheet, onSheet, onSheetEnd }: SheetStep) => {
  const today = useToday();
  const rows = useLive((views) => readRodeos(views, today), [today]);
  const [asked, setActivity] = useState<string>(everyActivity);
  const activity = rows?.some((row) => activityOf(row) === asked) ? asked : everyActivity;
  const shown = rows?.filter((row) => activity === everyActivity || activityOf(row) === activity);
  const mayEdit = useMay('edit-places');
  const newRodeo = mayEdit ? (
    <Button compact icon={<Plus />} onClick={() => onSheet(newSheet)}>
      Nuevo rodeo
    </Button>
  ) : null;
  return (
    <>
      <CampoTabs />
      <PageHeading title="Rodeos" aside={rows?.length === 0 ? null : newRodeo}>
        {shown && shown.length > 0 ? <p>{totals(shown)}</p> : null}
      </PageHeading>
      {rows ? null : <Skeleton rows={5} />}
      {rows?.length === 0 ? (
        <EmptyScene name="herd" action={newRodeo}>
          {mayEdit
            ? 'Creá tus rodeos para llevar la hacienda por grupo: cría, recría, invernada.'
            : 'Todavía no hay rodeos. Los crea el dueño o un administrador.'}
        </EmptyScene>
      ) : null}
      {rows && rows.length > 0 ? <Filters rows={rows} activity={activity} onActivity={setActivity} /> : null}
      {shown && shown.length > 0 ? (
        <RowList panel="columns" label="Rodeos">
          {shown.map((row) => (
            <li key={row.view.row.id}>
              <RodeoLine row={row} />
              {mayEdit ? <RefusedThing view={row.view} onCorrect={() => onSheet(row.view.row.id)} /> : null}
            </li>
          ))}
        </RowList>
      ) : null}
      {sheet !== null && mayEdit ? (
        <RodeoSheet key={sheet} id={sheet === newSheet ? null : sheet} onSaved={onSheetEnd} onClose={onSheetEnd} />
      ) : null}
    </>
  );
};

interface FiltersProps {
  readonly rows: readonly RodeoRow[];
  readonly activity: string;
  readonly onActivity: (activity: string) => void;
}

/** Offers only activities in use; hidden when there is one. */
const Filters = ({ rows, activity, onActivity }: FiltersProps) => {
  const done = new Set(rows.map(activityOf));
  if (done.size < 2) return null;
  const options = [...Object.entries(rodeoActivities), [noActivity, 'Sin actividad'] as const];
  return (
    <ChipGroup
      strip
      labelHidden
      label="Actividad"
      options={[
        { value: everyActivity, label: 'Todos' },
        ...options.filter(([value]) => done.has(value)).map(([value, label]) => ({ value, label })),
      ]}
      value={activity}
      onChange={onActivity}
    />
  );
};

const totals = (rows: readonly RodeoRow[]): string => {
  const heads = sumOf(rows, (row) => row.heads);
  const ev = sumOf(rows, (row) => row.ev);
  return [counted(rows.length, 'rodeo'), `${formatNumber(heads, 0)} cab.`, `${formatNumber(ev, 1)} EV`].join(' · ');
};

const RodeoLine = ({ row }: { readonly row: RodeoRow }) => {
  const { view, heads, lots, weight, withdrawal } = row;
  const { row: rodeo, state } = view;
  const activity = rodeoActivities[rodeo.activity as keyof typeof rodeoActivities];
  const facts = [
    lots.length > 0 ? lots.join(', ') : 'Sin lote',
    activity,
    rodeo.breed,
    weight && formatKilos(weight.average_kg),
    weight && gainWords(weight),
  ];
  return (
    <RowTo
      tight
      to="/rodeos/$id"
      params={{ id: rodeo.id }}
      icon={
        <IconTile group={rodeo.color === null ? shapeGroups[row.shape] : groupOfColor(rodeo.color)} tone="disc">
          <AnimalIcon shape={row.shape} />
        </IconTile>
      }
      title={rodeo.name}
      subtitle={facts.filter(Boolean).join(' · ')}
      figure={
        <span>
          {formatNumber(heads, 0)} <small>cab.</small>
        </span>
      }
      mark={
        <>
          {withdrawal ? (
            <Badge tone="warn">En retiro hasta {formatDay(withdrawal.until)}</Badge>
          ) : rodeo.active ? null : (
            <Badge>Inactivo</Badge>
          )}
          {sendBadge(state, state !== 'con_error')}
        </>
      }
    />
  );
};

/** A gain across different groups says nothing (domain.md §4.6). */
const gainWords = ({ daily_gain, group_changed }: Weight): string | null =>
  daily_gain === null || group_changed ? null : formatGain(daily_gain);
