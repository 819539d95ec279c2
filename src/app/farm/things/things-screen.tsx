import { compareNames, shownWords, type ThingTable } from '#domain';
import { seeing, type Thing } from '#domain/things/describe.ts';
import type { ThingName } from '#sync/things/things.ts';
import { Button, EmptyState, MovementIcon, PageHeading, RowButton, RowList, Skeleton } from '#ui';
import { useLive, useMay } from '#platform';
import { sendBadge } from '../movement-row.tsx';
import { OpenThing } from './open-thing.tsx';
import { usePlaceNames } from './place-names.ts';
import { ThingForm } from './thing-form.tsx';

const newSheet = 'nuevo';

/** What the route passes in. */
export interface ThingsScreenProps {
  /** `nuevo`, or an id. */
  readonly sheet: string | null;
  readonly onOpen: (sheet: string) => void;
  readonly onClose: () => void;
}

interface OwnProps extends ThingsScreenProps {
  /** From the registry: phone and server know no other. */
  readonly thing: Thing<ThingName, ThingTable>;
  readonly empty: string;
}

/** A declared thing's screen: a list by name, and one in a sheet. */
export const ThingsScreen = ({ thing, empty, sheet, onOpen, onClose }: OwnProps) => {
  const rows = useLive((views) => views.things(thing.name as ThingName), [thing.name]);
  const places = usePlaceNames();
  const mayCreate = useMay(thing.may.create ?? seeing(thing));
  const isShown = rows !== undefined && places !== undefined;
  const add = mayCreate ? <Button onClick={() => onOpen(newSheet)}>{thing.titles.create}</Button> : null;
  const sorted = rows?.toSorted((a, b) => compareNames(thing.nameOf(a.row), thing.nameOf(b.row))) ?? [];
  return (
    <>
      <PageHeading title={thing.words.many} aside={rows?.length === 0 ? null : add} />
      {isShown ? null : <Skeleton rows={4} />}
      {isShown && rows.length === 0 ? (
        <EmptyState icon={<MovementIcon name={thing.icon ?? 'dot'} size={40} />} action={add}>
          {empty}
        </EmptyState>
      ) : null}
      {isShown && rows.length > 0 ? (
        <RowList panel label={thing.words.many}>
          {sorted.map(({ row, state }) => (
            <li key={row.id}>
              <RowButton
                leads
                icon={<MovementIcon name={thing.icon ?? 'dot'} size={26} />}
                title={thing.nameOf(row)}
                subtitle={shownWords(thing, row, places.nameOf)}
                right={sendBadge(state)}
                onClick={() => onOpen(row.id)}
              />
            </li>
          ))}
        </RowList>
      ) : null}
      {sheet === newSheet && mayCreate ? (
        <ThingForm thing={thing} id={null} onSaved={onClose} onClose={onClose} />
      ) : null}
      {sheet !== null && sheet !== newSheet ? <OpenThing thing={thing} id={sheet} onClose={onClose} /> : null}
    </>
  );
};
