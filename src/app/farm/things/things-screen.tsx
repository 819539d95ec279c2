import {
  byId,
  compareNames,
  formatInstant,
  fullName,
  joined,
  listOf,
  shownWords,
  type ThingTable,
  wordsOfRow,
} from '#domain';
import { type Said, seeing, type Thing } from '#domain/things/describe.ts';
import type { ThingName } from '#sync/things/things.ts';
import {
  Button,
  Cluster,
  EmptyState,
  FactList,
  MovementIcon,
  PageHeading,
  RowButton,
  RowList,
  Sheet,
  Skeleton,
  Stack,
} from '#ui';
import { useLive, useMay, useMembers } from '#platform';
import { sendBadge } from '../movement-row.tsx';
import { ThingForm, usePlaceNames } from './thing-form.tsx';
import { useState } from 'react';
import { offlineSentences } from '#contract/sentences-offline.ts';
import { RefusedThing } from './refused-thing.tsx';
import { DeleteThing } from './delete-thing.tsx';

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

interface OpenThingProps {
  readonly thing: Thing;
  readonly id: string;
  readonly onClose: () => void;
}

/** A declared thing with its history and acts. */
const OpenThing = ({ thing, id, onClose }: OpenThingProps) => {
  const view = useLive((views) => views.thing(thing.name as ThingName, id), [thing.name, id]);
  const places = usePlaceNames();
  const [isEditing, setIsEditing] = useState(false);
  const mayEdit = useMay(thing.may.edit ?? seeing(thing));
  const mayDelete = useMay(thing.may.remove ?? seeing(thing)) && thing.calls.remove !== null;
  if (!view || !places) {
    return (
      <Sheet open title={thing.words.one} onClose={onClose}>
        {view === null ? <EmptyState>{offlineSentences.gone}</EmptyState> : <Skeleton rows={3} />}
      </Sheet>
    );
  }
  const back = (): void => setIsEditing(false);
  if (isEditing) return <ThingForm thing={thing} id={id} onSaved={back} onClose={back} />;
  const name = thing.nameOf(view.row);
  const facts = Object.entries(wordsOfRow(thing, view.row, places.nameOf))
    .filter(([, words]) => words !== '')
    .map(([key, words]) => ({ key, label: thing.fields?.[key]?.label ?? key, words }));
  return (
    <Sheet open title={name} aside={sendBadge(view.state)} onClose={onClose}>
      <Stack>
        <RefusedThing view={view} onCorrect={() => setIsEditing(true)} />
        <FactList facts={facts} label="Datos" />
        <ThingStory thing={thing} row={view.row} />
        <Cluster>
          {mayEdit ? <Button onClick={() => setIsEditing(true)}>Editar</Button> : null}
          {mayDelete ? <DeleteThing thing={thing} id={id} name={name} onDeleted={onClose} /> : null}
        </Cluster>
      </Stack>
    </Sheet>
  );
};

interface StoryLine {
  readonly by: string | null;
  readonly at: string;
  readonly what: string;
}

const textAt = (said: Said, name: string): string | null => {
  const value = said[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

function changesOf({ fields }: Thing, row: Said): StoryLine[] {
  const history = row.editHistory;
  if (!Array.isArray(history)) return [];
  return (history as unknown[]).flatMap((edit): StoryLine[] => {
    if (typeof edit !== 'object' || edit === null) return [];
    const at = textAt(edit as Said, 'editedAt');
    const names = (edit as Said).changes;
    if (at === null || !Array.isArray(names)) return [];
    const labels = (names as unknown[]).map((name) => fields?.[String(name)]?.label ?? String(name));
    return [{ by: textAt(edit as Said, 'editedBy'), at, what: `Cambió ${listOf(labels)}` }];
  });
}

/** Who created a thing and who changed what, newest last. */
const ThingStory = ({ thing, row }: { readonly thing: Thing; readonly row: Said }) => {
  const members = useMembers() ?? [];
  const nameOf = (id: string | null): string | null => {
    const member = byId(members, id);
    return member ? fullName(member) : null;
  };
  const created = textAt(row, 'created_at');
  const made = thing.words.gender === 'm' ? 'Creado' : 'Creada';
  const lines: readonly StoryLine[] = [
    ...(created === null ? [] : [{ by: textAt(row, 'created_by'), at: created, what: made }]),
    ...changesOf(thing, row),
  ];
  const carrier = nameOf(textAt(row, 'carried_by'));
  return (
    <ul aria-label="Historia">
      {lines.map(({ by, at, what }) => (
        <li key={`${at} ${what}`}>{joined(what, nameOf(by), formatInstant(at))}</li>
      ))}
      {carrier === null ? null : <li>{`Lo trajo ${carrier}`}</li>}
    </ul>
  );
};
