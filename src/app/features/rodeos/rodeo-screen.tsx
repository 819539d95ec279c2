import { Pencil } from 'lucide-react';
import { joined, rodeoActivities } from '#domain';
import { quickKinds } from '#domain/movements/kinds/quick.ts';
import { ButtonTo, useLive, useMay, useToday } from '#platform';
import { HerdChart } from '#farm/herd-chart.tsx';
import { badgeOf } from '#farm/movement-row.tsx';
import { RefusedThing } from '#farm/things/refused-thing.tsx';
import {
  ActionGrid,
  ActionTile,
  Button,
  Cluster,
  EmptyState,
  MovementIcon,
  PageHeading,
  Skeleton,
  StateBadge,
} from '#ui';
import { DeleteRodeo } from './delete-rodeo.tsx';
import { RodeoSheet } from './rodeo-sheet.tsx';
import { RodeoFigures, WithdrawalNotice } from './rodeo-figures.tsx';
import { RodeoPlaces, RodeoTabs } from './rodeo-parts.tsx';
import { readRodeo, type RodeoWhole } from './rodeo-whole.ts';

const editSheet = 'editar';

export interface RodeoScreenProps {
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
