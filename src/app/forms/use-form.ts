import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { offlineSentences } from '#contract/sentences-offline.ts';
import { type Result, success } from '#domain/result.ts';
import { type Issue, issuesOf } from '#domain/validation.ts';
import type { SaveProblem } from '#sync/farm.ts';
import { guarded } from '#sync/acts/guarded.ts';
import { useBusy } from '#update/busy.ts';
import { useSaveWithAttachments } from './under-way.ts';
import { bound, type PartOf } from './bind.ts';
import { type Draft, type Keeping, useAutosave } from './keeping.ts';
import { useOnce } from './use-once.ts';

type Parsed<D> =
  | { readonly success: true; readonly data: D }
  | { readonly success: false; readonly error: { readonly issues: Parameters<typeof issuesOf>[0] } };

interface Options<V extends object, D, H> {
  readonly start: V;
  /** Absent: nothing is kept. */
  readonly keeping?: Keeping;
  /** Of a refused record. */
  readonly issues?: readonly Issue[];
  readonly save: (data: D, how: H) => Promise<Outcome<V>>;
}

interface Reading<V, D> {
  /** Parses into the one spelling saved (a mail, a telephone). */
  readonly read: (values: V) => Parsed<D>;
}

interface Asking<V, D> {
  /** Asks the person before saving; null if he stays in the form. */
  readonly ask: (values: V) => Promise<Result<D, FormFailure> | null>;
}

interface Plain {
  readonly read?: undefined;
  readonly ask?: undefined;
}

type Any<V extends object, D, H> = Options<V, D, H> & Partial<Reading<V, D> & Asking<V, D>>;

/** `H`: what the save is told beside the values. */
export interface FormOf<V extends object, H = void> extends PartOf<V>, Omit<Typed<V>, 'values' | 'isSaved'> {
  readonly busy: boolean;
  readonly isDirty: boolean;
  readonly startOver: () => void;
  readonly submit: (how: H) => Promise<void>;
}

/** A failed local save as a form failure. */
export const failureOf = (problem: SaveProblem): FormFailure =>
  problem.reason === 'invalid' ? { message: null, issues: problem.issues } : { message: problem.message, issues: [] };

/** What an act on this device came to, for its form: null when it worked. `at` gives the form's field for a path of the act. */
export const failureIn = (
  outcome: Result<unknown, SaveProblem>,
  at = (path: string): string => path,
): FormFailure | null => {
  if (outcome.ok) return null;
  const { message, issues } = failureOf(outcome.problem);
  return { message, issues: issues.map((issue) => ({ ...issue, path: at(issue.path) })) };
};

const notSaved: FormFailure = { message: offlineSentences.notSaved, issues: [] };

/** A disk failure in a lookup is a failed save (offline.md F7). */
async function tried<T>(task: () => Promise<T>): Promise<T | FormFailure> {
  const outcome = await guarded(async () => success(await task()));
  return outcome.ok ? outcome.value : failureOf(outcome.problem);
}

const asDraft = (values: object): Readonly<Record<string, unknown>> => Object.fromEntries(Object.entries(values));

function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** Focuses the first wrong field, unless an error summary has the focus. */
function useFirstWrong(attempt: number, hasIssues: boolean): void {
  // A layout effect: what is typed next belongs to that field.
  useLayoutEffect(() => {
    const here = document.activeElement;
    if (attempt === 0 || !hasIssues || here?.closest('[data-summary]')) return;
    // A touch focuses no button: then search the page.
    (here?.closest('form') ?? document).querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempt, hasIssues]);
}

/**
 * An edit's draft without the fields that its person did not touch, where it says as what the form was `opened`: others may have changed
 * them since. Those that he touched were `opened` as they were then.
 */
function touched(draft: Draft, start: { readonly opened?: object }): Draft {
  if (!draft.opened) return draft;
  const { opened, ...values } = draft;
  const was = opened as Draft;
  const names = Object.keys(values).filter((name) => JSON.stringify(values[name]) !== JSON.stringify(was[name]));
  const only = (from: Draft): Draft =>
    Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name]]] : [])));
  return { ...only(values), opened: { ...start.opened, ...only(was) } };
}

/** The draft, less fields an older version kept. */
function found<V extends object>(start: V, keeping: Keeping | undefined): Partial<V> | null {
  if (!keeping?.draft) return null;
  const words = Object.entries(touched(keeping.draft, start)).filter(
    ([name]) => keeping.place.isDraft || name in start,
  );
  return Object.fromEntries(words) as Partial<V>;
}

type Change<V> = (next: (before: Typed<V>) => Typed<V>) => void;

async function ready<V extends object, D, H>({ ask }: Any<V, D, H>, values: V) {
  const answered = ask ? await tried(() => ask(values)) : null;
  if (answered === null || 'issues' in answered) return answered;
  return answered.ok ? { data: answered.value } : answered.problem;
}

function parsed<V extends object, D, H>({ read }: Any<V, D, H>, values: V): { readonly data: D } | FormFailure {
  if (!read) return { data: values as unknown as D };
  const reading = read(values);
  return reading.success ? reading : { message: null, issues: issuesOf(reading.error.issues) };
}

/** Saves once: never twice at a time, never again after a draft is saved. */
function useSubmit<V extends object, D, H>(options: Any<V, D, H>, values: V, setTyped: Change<V>) {
  const { keeping, read, ask, save } = options;
  const place = keeping?.place;
  const latest = useLatest(values);
  const isEnded = useRef(false);
  const once = useOnce(async (how: H): Promise<void> => {
    // A closing sheet still has its button: a second touch would record twice.
    if (isEnded.current) return;
    const taken = ask ? await ready(options, values) : parsed(options, values);
    if (taken === null) return;
    if ('issues' in taken) return setTyped((before) => refused(before, taken));
    // Errors of an earlier spelling are gone.
    if (read) setTyped((before) => ended(before, null, false));
    if (place && !place.beforeSave()) {
      return setTyped((before) => refused(before, { message: offlineSentences.savedElsewhere, issues: [] }));
    }
    let outcome: Outcome<V> = notSaved;
    try {
      outcome = await tried(() => save(taken.data, how));
    } finally {
      place?.afterSave(outcome === null || !('issues' in outcome), asDraft(latest.current));
      isEnded.current = outcome === null && place?.isDraft === true;
      setTyped((before) => ended(before, outcome, isEnded.current));
    }
  });
  const { save: submit, isWaiting } = useSaveWithAttachments(once.run);
  return { submit, busy: once.busy || isWaiting };
}

/** A form that parses its values, keeps drafts and never saves twice. */
export function useForm<V extends object, D, H = void>(options: Options<V, D, H> & Reading<V, D>): FormOf<V, H>;
/** A form that asks the person before it saves. */
export function useForm<V extends object, D, H = void>(options: Options<V, D, H> & Asking<V, D>): FormOf<V, H>;
/** A form that saves its values as they are. */
export function useForm<V extends object, H = void>(options: Options<V, V, H> & Plain): FormOf<V, H>;
export function useForm<V extends object, D, H = void>(options: Any<V, D, H>): FormOf<V, H> {
  const { start, keeping, issues = [] } = options;
  const place = keeping?.place ?? null;
  const base = useId();
  const [{ isSaved, ...typed }, setTyped] = useState<Typed<V>>(() => ({
    ...begun(start),
    values: { ...start, ...found(start, keeping) },
    restored: Boolean(keeping?.draft),
    issues,
  }));
  const { values } = typed;
  const isDirty = !isSaved && JSON.stringify(values) !== JSON.stringify(typed.base);
  const { submit, busy } = useSubmit(options, values, setTyped);
  useAutosave(place, asDraft(values), isDirty);
  useFirstWrong(typed.attempt, typed.issues.length > 0);
  useBusy(base, isDirty || busy);
  return {
    ...typed,
    ...bound<V>({
      values,
      change: (changes) => setTyped((before) => changed(before, changes)),
      errorOf: (path) => {
        const error = typed.issues.find((issue) => isAbout(path, issue))?.message;
        return error === undefined ? {} : { error };
      },
      fieldId: (path) => `${base}${path}`,
    }),
    busy,
    isDirty,
    submit,
    startOver: () => {
      place?.forget();
      setTyped((before) => begun(start, before.round + 1));
    },
  };
}

export interface FormFailure {
  readonly message: string | null;
  readonly issues: readonly Issue[];
}

/** A failure at one field. */
export const failedAt = (path: string, message: string): FormFailure => ({
  message: null,
  issues: [{ path, message }],
});

/** Null: saved. `next`: saved, and the form goes on with these values (a series). */
type Outcome<V> = FormFailure | { readonly next: V } | null;

/** A form's values and what is wrong with them. */
interface Typed<V> extends FormFailure {
  /** The last start values. */
  readonly base: V;
  readonly values: V;
  /** Failed saves. */
  readonly attempt: number;
  /** Restarts. */
  readonly round: number;
  /** From an earlier visit's draft. */
  readonly restored: boolean;
  readonly isSaved: boolean;
}

/** Whether an issue is of a field or inside it. */
const isAbout = (path: string, issue: Issue): boolean => issue.path === path || issue.path.startsWith(`${path}.`);

/** A fresh form. */
const begun = <V>(values: V, round = 0): Typed<V> => ({
  base: values,
  values,
  round,
  restored: false,
  message: null,
  issues: [],
  attempt: 0,
  isSaved: false,
});

/** A changed field loses its issues. */
const changed = <V extends object>(before: Typed<V>, changes: Partial<V>): Typed<V> => ({
  ...before,
  values: { ...before.values, ...changes },
  issues: before.issues.filter((issue) => !Object.keys(changes).some((name) => isAbout(name, issue))),
});

/** After a failed save. */
const refused = <V>(before: Typed<V>, { message, issues }: FormFailure): Typed<V> => ({
  ...before,
  message,
  issues,
  attempt: before.attempt + 1,
});

/** `isSaved`: the form ends. */
function ended<V>(before: Typed<V>, outcome: Outcome<V>, isSaved: boolean): Typed<V> {
  if (outcome === null) return { ...before, message: null, issues: [], isSaved };
  return 'issues' in outcome ? refused(before, outcome) : begun(outcome.next, before.round + 1);
}
