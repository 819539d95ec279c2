import { useState } from 'react';
import { offlineSentences } from '#contract/sentences-offline.ts';
import { seeing, type Thing } from '#domain/things/describe.ts';
import { wordsOfRow } from '#domain';
import type { ThingName } from '#sync/things/things.ts';
import { Button, Cluster, EmptyState, FactList, Sheet, Skeleton, Stack } from '#ui';
import { useLive, useMay } from '#platform';
import { sendBadge } from '../movement-row.tsx';
import { RefusedThing } from './refused-thing.tsx';
import { DeleteThing } from './delete-thing.tsx';
import { usePlaceNames } from './place-names.ts';
import { ThingForm } from './thing-form.tsx';
import { ThingStory } from './thing-story.tsx';

interface OpenThingProps {
  readonly thing: Thing;
  readonly id: string;
  readonly onClose: () => void;
}

/** A declared thing with its history and acts. */
export const OpenThing = ({ thing, id, onClose }: OpenThingProps) => {
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
