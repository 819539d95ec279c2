import type { Issue } from '#domain/validation.ts';

/** Why a form did not go through: a sentence for the whole, or what to look at field by field. */
export interface FormFailure {
  readonly message: string | null;
  readonly issues: readonly Issue[];
}

/** What one field has to say against a save. */
export const failedAt = (path: string, message: string): FormFailure => ({
  message: null,
  issues: [{ path, message }],
});

/** What a save came to: null when it worked. `next` is what the form goes on with after it worked: the next of a series. */
export type Outcome<V> = FormFailure | { readonly next: V } | null;

/** What is typed in a form, and what is wrong with it. */
export interface Typed<V> extends FormFailure {
  /** What it began with, last time. */
  readonly base: V;
  readonly values: V;
  /** Counts the saves that failed. */
  readonly attempt: number;
  /** Counts how often it began anew. */
  readonly round: number;
  /** An earlier visit left it half-typed. */
  readonly restored: boolean;
  readonly isSaved: boolean;
}

/** Whether an issue is of a field, or of anything inside of it. */
export const isAbout = (path: string, issue: Issue): boolean =>
  issue.path === path || issue.path.startsWith(`${path}.`);

/** A form that begins, with nothing said of it. */
export const begun = <V>(values: V, round = 0): Typed<V> => ({
  base: values,
  values,
  round,
  restored: false,
  message: null,
  issues: [],
  attempt: 0,
  isSaved: false,
});

/** What is typed after a change: what was said of the fields that changed is answered. */
export const changed = <V extends object>(before: Typed<V>, changes: Partial<V>): Typed<V> => ({
  ...before,
  values: { ...before.values, ...changes },
  issues: before.issues.filter((issue) => !Object.keys(changes).some((name) => isAbout(name, issue))),
});

/** What is typed stays, with why it was not saved. */
export const refused = <V>(before: Typed<V>, { message, issues }: FormFailure): Typed<V> => ({
  ...before,
  message,
  issues,
  attempt: before.attempt + 1,
});

/** A form after its save; `isSaved`: it ends with it. */
export function ended<V>(before: Typed<V>, outcome: Outcome<V>, isSaved: boolean): Typed<V> {
  if (outcome === null) return { ...before, message: null, issues: [], isSaved };
  return 'issues' in outcome ? refused(before, outcome) : begun(outcome.next, before.round + 1);
}
