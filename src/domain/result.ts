/** An expected outcome: failures that the product foresees are values, never exceptions. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: E };

/** Wraps a success. */
export const success = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

/** Wraps a foreseen failure. */
export const failure = <E>(problem: E): { readonly ok: false; readonly problem: E } => ({ ok: false, problem });
