import { useState } from 'react';
import type { Result } from '../../domain/result.ts';
import type { Issue } from '../../domain/validation.ts';
import type { Saved, SaveProblem } from '../sync/farm.ts';
import { toastSaved } from '../ui/toast-saved.ts';
import { useBusy } from '../update/busy.ts';
import { useKeptDraft } from './drafts.ts';
import { useFarm, useFarmStatus } from './farm-context.tsx';

interface KeptFormOptions<V extends object> {
  /** Under which what is typed is kept until it is saved. */
  readonly draftKey: string;
  readonly start: V;
  /** What an earlier visit left half-typed. */
  readonly kept: Readonly<Record<string, unknown>> | null;
  readonly save: (values: V, draftKey: string) => Promise<Result<Saved, SaveProblem>>;
  readonly onSaved: (saved: Saved) => void;
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

/** Makes a form that keeps what is typed through reload, back and update (ux.md §2.3), and tells of the save. */
export function useKeptForm<V extends object>(options: KeptFormOptions<V>): KeptForm<V> {
  const { draftKey, start, kept, save, onSaved } = options;
  const farm = useFarm();
  const { reach } = useFarmStatus();
  const [base] = useState(start);
  const [values, setValues] = useState<V>({ ...start, ...(kept as Partial<V> | null) });
  const [restored, setRestored] = useState(kept !== null);
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const isDirty = !isSaved && JSON.stringify(values) !== JSON.stringify(base);
  useBusy(draftKey, isDirty || busy);
  const draft = useKeptDraft(draftKey, { ...values }, isDirty);
  const issues = problem?.reason === 'invalid' ? problem.issues : [];
  return {
    values,
    issues,
    attempt,
    busy,
    isDirty,
    restored,
    failed: problem && problem.reason !== 'invalid' ? problem.message : null,
    errorOf: (path) => {
      const error = issues.find((issue) => isAbout(path, issue))?.message;
      return error === undefined ? {} : { error };
    },
    change: (changes) => {
      setValues((before) => ({ ...before, ...changes }));
      const answered = Object.keys(changes);
      setProblem((before) =>
        before?.reason === 'invalid'
          ? { ...before, issues: before.issues.filter((issue) => !answered.some((name) => isAbout(name, issue))) }
          : before,
      );
    },
    startOver: () => {
      draft.settle();
      void farm.saveDraft(draftKey, null);
      setValues(base);
      setRestored(false);
      setProblem(null);
    },
    submit: async () => {
      if (busy) return;
      setBusy(true);
      draft.settle();
      const done = await save(values, draftKey);
      setBusy(false);
      setAttempt((before) => before + 1);
      if (!done.ok) {
        draft.keepAgain({ ...values });
        setProblem(done.problem);
        return;
      }
      setIsSaved(true);
      toastSaved(reach === 'reachable');
      onSaved(done.value);
    },
  };
}
