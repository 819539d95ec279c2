import type { Route } from './routes.ts';

/** A phone may lie in a drawer for a season; then its records are of no use to anybody any more. */
const waitedForMs = 180 * 86_400_000;

/** Whether a body is that of a record from the field, saved before its author left the team. */
function isOfBefore(body: unknown, leftAt: string): boolean {
  const { offline, recorded_at } = (body ?? {}) as { readonly offline?: unknown; readonly recorded_at?: unknown };
  return offline === true && typeof recorded_at === 'string' && Date.parse(recorded_at) < Date.parse(leftAt);
}

/**
 * Whether somebody who is no member any more brings what he recorded while he was one: it is taken, for the office to look at
 * (domain.md §2.12, trust.md row 97). Alone or in a batch, of which each operation is judged by itself. Nothing else of him is.
 */
export function isLateRecord(route: Route, body: unknown, leftAt: string, now: number): boolean {
  if (now - Date.parse(leftAt) > waitedForMs) return false;
  if (route.endpoint.kind && route.endpoint.method === 'POST') return isOfBefore(body, leftAt);
  const { operations } = (body ?? {}) as { readonly operations?: unknown };
  if (route.name !== 'operations' || !Array.isArray(operations)) return false;
  return operations.some((operation: unknown) => isOfBefore((operation as { body?: unknown } | null)?.body, leftAt));
}
