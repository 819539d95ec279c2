import { headers as headerNames } from '../../contract/constants.ts';
import type { CoreRequest } from './exchange.ts';
import { refuse } from './call.ts';
import type { Route } from './routes.ts';

const pattern = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/;

/** The app's version; null where none is given or it cannot be compared. */
export function versionOf({ headers }: Pick<CoreRequest, 'headers'>): string | null {
  const said = headers[headerNames.appVersion]?.trim() ?? '';
  return pattern.test(said) ? said : null;
}

const numbersOf = (version: string): readonly number[] => (pattern.exec(version) ?? []).slice(1).map(Number);

function isBefore(version: string, least: string): boolean {
  const [one, other] = [numbersOf(version), numbersOf(least)];
  const at = one.findIndex((part, index) => part !== other[index]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}

/**
 * Refuses calls of apps older than the operator allows (UPGRADE_REQUIRED, trust.md row 150); never records under a key, photos, batches, or
 * signing in and out.
 */
export function refuseOldApp(least: string, { name, endpoint }: Route, request: CoreRequest): void {
  const version = versionOf(request);
  if (least === '' || version === null || endpoint.farm === null || !isBefore(version, least)) return;
  const isBrought =
    endpoint.method !== 'GET' &&
    (name === 'operations' || name === 'putBlob' || request.headers[headerNames.idempotencyKey] !== undefined);
  if (!isBrought) refuse('UPGRADE_REQUIRED');
}
