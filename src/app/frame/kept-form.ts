import { useState } from 'react';
import { offlineSentences } from '../../contract/sentences-offline.ts';
import { type Result, success } from '../../domain/result.ts';
import type { Issue } from '../../domain/validation.ts';
import type { SaveProblem } from '../sync/farm.ts';
import { guarded } from '../sync/saving.ts';
import { useBusy } from '../update/busy.ts';
import { useSaveWithAttachments } from './attachments/under-way.ts';
import { useKeptDraft } from './drafts.ts';
import { useFarm } from './farm-context.tsx';

/** Why a form did not go through: a sentence for the whole, or what to look at field by field. */
export interface FormFailure {
  readonly message: string | null;
  readonly issues: readonly Issue[];
}

/** A save that this device did not make, as its form says it. */
export const failureOf = (problem: SaveProblem): FormFailure =>
  problem.reason === 'invalid' ? { message: null, issues: problem.issues } : { message: problem.message, issues: [] };

/** What an act on this device came to, as its form says it: null when it worked. */
export const failureIn = (outcome: Result<unknown, SaveProblem>): FormFailure | null =>
  outcome.ok ? null : failureOf(outcome.problem);

/** What is said of a save of which nothing better is known. */
const notSaved: FormFailure = { message: offlineSentences.notSaved, issues: [] };

/** A disk that is away while a form only looks something up is a save that was not made, like any other (offline.md F7). */
async function tried(save: () => Promise<FormFailure | null>): Promise<FormFailure | null> {
  const outcome = await guarded(async () => success(await save()));
  return outcome.ok ? outcome.value : failureOf(outcome.problem);
}

interface KeptFormOptions<V extends object> {
  /** Under which what is typed is kept until it is saved. */
  readonly draftKey: string;
  readonly start: V;
  /** What an earlier visit left half-typed. */
  readonly kept: Readonly<Record<string, unknown>> | null;
  /** Null when it worked. */
  readonly save: (values: V, draftKey: string) => Promise<FormFailure | null>;
}

/** A form whose content outlives the screen: what is typed, what is wrong with it, and the save. */
export interface KeptForm<V extends object> {
  readonly values: V;
  readonly change: (changes: Partial<V>) => void;
  /** The sentence for a field, or for anything inside of it. */
  readonly errorOf: (path: string) => { readonly error?: string };
  readonly issues: readonly Issue[];
  /** Why the whole was not saved. */
  readonly failed: string | null;
  readonly attempt: number;
  readonly busy: boolean;
  readonly isDirty: boolean;
  readonly restored: boolean;
  readonly startOver: () => void;
  readonly submit: () => Promise<void>;
}

const isAbout = (path: string, issue: Issue): boolean => issue.path === path || issue.path.startsWith(`${path}.`);

const asDraft = (values: object): Readonly<Record<string, unknown>> => Object.fromEntries(Object.entries(values));

/** What is typed, what is wrong with it, and how to change it. */
function useTyped<V extends object>(start: V, kept: KeptFormOptions<V>['kept']) {
  const [base] = useState(start);
  const [values, setValues] = useState<V>({ ...start, ...(kept as Partial<V> | null) });
  const [restored, setRestored] = useState(kept !== null);
  const [problem, setProblem] = useState<FormFailure | null>(null);
  return {
    values,
    restored,
    problem,
    setProblem,
    isChanged: JSON.stringify(values) !== JSON.stringify(base),
    change: (changes: Partial<V>): void => {
      setValues((before) => ({ ...before, ...changes }));
      const answered = Object.keys(changes);
      const isOpen = (issue: Issue): boolean => !answered.some((name) => isAbout(name, issue));
      setProblem((before) => before && { ...before, issues: before.issues.filter(isOpen) });
    },
    reset: (): void => {
      setValues(base);
      setRestored(false);
      setProblem(null);
    },
  };
}

/** Makes a form that keeps what is typed through reload, back and update (ux.md §2.3), and never saves twice at once. */
export function useKeptForm<V extends object>({ draftKey, start, kept, save }: KeptFormOptions<V>): KeptForm<V> {
  const farm = useFarm();
  const { values, restored, problem, setProblem, isChanged, change, reset } = useTyped(start, kept);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const isDirty = !isSaved && isChanged;
  useBusy(draftKey, isDirty || busy);
  const draft = useKeptDraft(draftKey, asDraft(values), isDirty);
  const issues = problem?.issues ?? [];
  const { save: submit, isWaiting } = useSaveWithAttachments(async (): Promise<void> => {
    // A sheet that is going away still has its button: a second touch on it would record twice.
    if (busy || isSaved) return;
    setBusy(true);
    draft.settle();
    let failure: FormFailure | null = notSaved;
    try {
      failure = await tried(() => save(values, draftKey));
    } finally {
      setBusy(false);
      setAttempt((before) => before + 1);
      setProblem(failure);
      if (failure) draft.keepAgain(asDraft(values));
      else setIsSaved(true);
    }
  });
  return {
    values,
    issues,
    attempt,
    busy: busy || isWaiting,
    isDirty,
    restored,
    change,
    submit,
    failed: problem?.message ?? null,
    errorOf: (path) => {
      const error = issues.find((issue) => isAbout(path, issue))?.message;
      return error === undefined ? {} : { error };
    },
    startOver: () => {
      draft.settle();
      void farm.saveDraft(draftKey, null);
      reset();
    },
  };
}
