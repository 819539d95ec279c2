import type { Issue } from '#domain/validation.ts';

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
export type Outcome<V> = FormFailure | { readonly next: V } | null;

/** A form's values and what is wrong with them. */
export interface Typed<V> extends FormFailure {
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
export const isAbout = (path: string, issue: Issue): boolean =>
  issue.path === path || issue.path.startsWith(`${path}.`);

/** A fresh form. */
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

/** A changed field loses its issues. */
export const changed = <V extends object>(before: Typed<V>, changes: Partial<V>): Typed<V> => ({
  ...before,
  values: { ...before.values, ...changes },
  issues: before.issues.filter((issue) => !Object.keys(changes).some((name) => isAbout(name, issue))),
});

/** After a failed save. */
export const refused = <V>(before: Typed<V>, { message, issues }: FormFailure): Typed<V> => ({
  ...before,
  message,
  issues,
  attempt: before.attempt + 1,
});

/** `isSaved`: the form ends. */
export function ended<V>(before: Typed<V>, outcome: Outcome<V>, isSaved: boolean): Typed<V> {
  if (outcome === null) return { ...before, message: null, issues: [], isSaved };
  return 'issues' in outcome ? refused(before, outcome) : begun(outcome.next, before.round + 1);
}
