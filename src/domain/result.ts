/** Expected failures are values, not exceptions. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: E };

export const success = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

export const failure = <E>(problem: E): { readonly ok: false; readonly problem: E } => ({ ok: false, problem });
