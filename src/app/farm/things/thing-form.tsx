import type { Thing } from '#domain/things/describe.ts';
import { takenSentence } from '#domain/things/describe.ts';
import { type Issue, searchable } from '#domain';
import type { ThingName } from '#sync/things/things.ts';
import { Skeleton } from '#ui';
import { useLive } from '#platform';
import { ThingSheet } from './thing-sheet.tsx';
import { usePlaceNames } from './place-names.ts';
import { bodyOfThing, startOfThing, type ThingDraft } from './thing-draft.ts';
import { ThingField } from './thing-field.tsx';

interface ThingFormProps {
  readonly thing: Thing;
  /** Null: new. */
  readonly id: string | null;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

const typedName = (thing: Thing, draft: ThingDraft): string => searchable(thing.nameOf(draft).trim());

/** The form of a declared thing: keeps a draft, corrects what the server refused. */
export const ThingForm = ({ thing, id, onSaved, onClose }: ThingFormProps) => {
  const fields = thing.fields ?? {};
  const word = thing.words.short.toLocaleLowerCase('es-AR');
  const places = usePlaceNames();
  const others = useLive((views) => views.things(thing.name as ThingName), [thing.name]);
  // Checked here too: the server would refuse it days later.
  const check = (draft: ThingDraft): readonly Issue[] => {
    const name = typedName(thing, draft);
    if (thing.unique === null || name === '') return [];
    const isTaken = (others ?? []).some(({ row }) => row.id !== id && searchable(thing.nameOf(row)) === name);
    return isTaken ? [{ path: thing.unique, message: takenSentence(thing) }] : [];
  };
  return (
    <ThingSheet
      subject={thing.name as ThingName}
      id={id}
      title={id === null ? thing.titles.create : `Editar ${word}`}
      startOf={(row) => startOfThing(fields, row)}
      bodyOf={(draft: ThingDraft) => bodyOfThing(fields, draft)}
      check={check}
      onSaved={onSaved}
      onClose={onClose}
      fields={(form) =>
        places ? (
          Object.entries(fields).map(([name, field]) => (
            <ThingField key={name} name={name} field={field} form={form} places={places} />
          ))
        ) : (
          <Skeleton rows={4} />
        )
      }
    />
  );
};
