import type { Said, Schema, Thing } from '#domain/things/describe.ts';
import { type ReactNode, useState } from 'react';
import { problems } from '#contract/problems.ts';
import { offlineSentences } from '#contract/sentences-offline.ts';
import { type Issue, searchable, things } from '#domain';
import type { ThingName, ThingRows } from '#sync/things/things.ts';
import { Notice, type NumberFieldValue, Sheet, Skeleton, typedNumber } from '#ui';
import { failureOf, type FormOf, FormSheet, useDraft, useDraftOnce, useForm } from '#forms';
import { toastSaved, useFarm, useLive } from '#platform';
import type { ThingView } from '#sync/farm.ts';

/** Of the form of a thing. */
export interface ThingFormProps {
  /** Null: new. */
  readonly id: string | null;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

interface ThingSheetProps<S extends ThingName, V extends object> extends ThingFormProps {
  readonly subject: S;
  /** Default: the subject's declaration. */
  readonly thing?: Pick<Thing, 'isPlace' | 'nameOf' | 'form' | 'changes'>;
  /** Default: `Nuevo campo`, `Editar campo`. */
  readonly title?: string;
  /** Its fields by their names in the call, as a new form shows them: numbers are null. */
  readonly blank: V;
  /** Fields shown in another way than the row has them. */
  readonly startOf?: (row: ThingRows[S] | null) => Partial<V>;
  /** Fields sent in another way than they are typed; undefined is left out. */
  readonly bodyOf?: (values: V) => Said;
  /** What no field's schema can check. */
  readonly check?: (values: V) => readonly Issue[];
  readonly fields: (form: FormOf<V>) => ReactNode;
}

/** Creates, edits or corrects a thing, in a sheet over its screen. */
export const ThingSheet = <S extends ThingName, V extends object>(props: ThingSheetProps<S, V>) => {
  const { subject, id, title = titleOf(subject, id), onClose } = props;
  const edited = useEditedThing(subject, id ?? '');
  const draft = useDraftOnce(draftKeyOf(props));
  if (edited === undefined || draft === undefined || (id !== null && edited === null)) {
    return (
      <Sheet open title={title} onClose={onClose}>
        {edited === null ? <Notice tone="warn">{offlineSentences.gone}</Notice> : <Skeleton rows={4} />}
      </Sheet>
    );
  }
  return <OpenThingSheet {...props} title={title} edited={edited} draft={draft} />;
};

function titleOf(subject: ThingName, id: string | null): string {
  const { gender, short } = things[subject].words;
  return `${id !== null ? 'Editar' : gender === 'm' ? 'Nuevo' : 'Nueva'} ${short.toLocaleLowerCase('es-AR')}`;
}

/** An empty text as its field takes it: null or left out; where it is required it is refused there. */
const nothingFor = (schema?: Schema): null | undefined | '' =>
  schema?.safeParse(null).success ? null : schema?.safeParse(undefined).success ? undefined : '';

/** What a field of a form sends. */
function saidIn(empty: unknown, typed: unknown, schema?: Schema): unknown {
  if (typeof empty === 'string') return String(typed).trim() || nothingFor(schema);
  return empty === null || typeof empty === 'number' ? typedNumber(typed as NumberFieldValue) : typed;
}

const eachOf = <V extends object>(fields: V, of: (empty: unknown, name: string) => unknown): Said =>
  Object.fromEntries(Object.entries(fields).map(([name, empty]) => [name, of(empty, name)]));

/** The fields of a form as the call takes them. */
export function bodyOf<V extends object>({ form }: Pick<Thing, 'form'>, blank: V, values: V): Said {
  const { shape } = form as Schema & { readonly shape: Readonly<Record<string, Schema>> };
  return eachOf(blank, (empty, name) => saidIn(empty, (values as Said)[name], shape[name]));
}

const draftKeyOf = ({ subject, id }: { readonly subject: ThingName; readonly id: string | null }): string =>
  `${subject} ${id ?? 'nuevo'}`;

/** NaN equals nothing: it must reach its field's error. */
const isSame = (a: unknown, b: unknown): boolean =>
  !Number.isNaN(a) && !Number.isNaN(b) && JSON.stringify(a) === JSON.stringify(b);

/** Only changed fields, so that two phones do not undo each other's. */
const changesIn = (before: Said, after: Said): Said =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== undefined && !isSame(value, before[name])),
  );

/** What was changed, with what the lists and texts were that others may change too (decision 0074). */
export function editOf(thing: Pick<Thing, 'changes'>, before: Said, after: Said): Said {
  const changes = changesIn(before, after);
  const { shape } = thing.changes as Schema & { readonly shape: Said };
  const shared = Object.entries(changes).filter(([name]) => `${name}_before` in shape);
  const seen = (name: string, after: unknown): unknown => before[name] ?? (Array.isArray(after) ? [] : '');
  return { ...changes, ...Object.fromEntries(shared.map(([name, after]) => [`${name}_before`, seen(name, after)])) };
}

/** Checked before the server would (domain.md §2.1-2.4). */
function nameIssues(values: object, otherNames: readonly string[]): readonly Issue[] {
  const name: unknown = 'name' in values ? values.name : '';
  const typed = typeof name === 'string' ? searchable(name.trim()) : '';
  return typed !== '' && otherNames.some((other) => searchable(other.trim()) === typed)
    ? [{ path: 'name', message: problems.NAME_TAKEN.message }]
    : [];
}

interface OpenProps<S extends ThingName, V extends object> extends ThingSheetProps<S, V> {
  readonly edited: EditedThing<ThingRows[S]> | null;
  readonly title: string;
  readonly draft: Said | null;
}

const OpenThingSheet = <S extends ThingName, V extends object>(props: OpenProps<S, V>) => {
  const { subject, id, title, blank, startOf, check, fields, edited, draft, onSaved, onClose } = props;
  const { thing = things[subject] } = props;
  const farm = useFarm();
  const said = (values: V): Said => ({ ...bodyOf(thing, blank, values), ...props.bodyOf?.(values) });
  // As opened, in a draft too: others' changes meanwhile are not this person's.
  const [start] = useState((): V & { readonly opened?: V } => {
    const row = edited?.row ?? null;
    const opened = {
      ...(eachOf(blank, (empty, name) => (row as Said | null)?.[name] ?? empty) as V),
      ...startOf?.(row),
    };
    return row ? { ...opened, opened } : opened;
  });
  const draftKey = draftKeyOf(props);
  const form = useForm({
    start,
    keeping: useDraft(draftKey, draft),
    save: async (values) => {
      // Of places, whose names tell them apart in records.
      const others = thing.isPlace ? await farm.views.things(subject) : [];
      const names = others.filter(({ row }) => row.id !== id).map(({ row }) => thing.nameOf(row));
      const issues = [...nameIssues(values, names), ...(check?.(values) ?? [])];
      if (issues.length > 0) return { message: null, issues };
      const saved =
        id === null
          ? await farm.acts.createThing(subject, changesIn({}, said(values)), draftKey)
          : await farm.acts.editThing(subject, id, editOf(thing, said(values.opened ?? start), said(values)), draftKey);
      if (!saved.ok) return failureOf(saved.problem);
      toastSaved(farm);
      onSaved(saved.value.entityId);
      return null;
    },
  });
  const refused = edited?.view.problem ? (
    <Notice tone="danger" title={offlineSentences.refused}>
      {edited.view.problem}
    </Notice>
  ) : null;
  const saveLabel = id === null ? 'Guardar' : 'Guardar cambios';
  return (
    <FormSheet {...{ form, title, saveLabel, onClose }} lead={refused}>
      {fields(form)}
    </FormSheet>
  );
};

interface EditedThing<R> {
  readonly view: ThingView<R>;
  /** With refused changes applied: those are to be corrected. */
  readonly row: R;
}

/** Undefined while loading, null if there is none. */
export function useEditedThing<S extends ThingName>(
  subject: S,
  id: string,
): EditedThing<ThingRows[S]> | null | undefined {
  return useLive(
    async (views) => {
      const view = await views.thing(subject, id);
      if (!view) return null;
      const refused =
        view.state === 'con_error' && view.pendingOp !== null ? await views.pendingPayload(view.pendingOp) : null;
      return { view, row: { ...view.row, ...refused } };
    },
    [subject, id],
  );
}
