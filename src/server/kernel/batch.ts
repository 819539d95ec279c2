import { headers as headerNames } from '../../contract/constants.ts';
import { problems } from '../../contract/problems.ts';
import { serverSentences as sentences } from '../../contract/sentences-server.ts';
import type { BroughtOperation } from './carried.ts';
import type { CoreRequest, CoreResponse } from './exchange.ts';
import { type Answer, type Call, refuse } from './call.ts';
import type { Place } from './locate.ts';
import type { Route } from './routes.ts';

/** One call of a batch. */
export interface Operation extends BroughtOperation {
  readonly author?: string | undefined;
  readonly healing?: number | undefined;
}

const { status, message } = problems.DEPENDENCY_MISSING;
const waits = {
  status,
  headers: {} as CoreResponse['headers'],
  body: { ok: false, code: 'DEPENDENCY_MISSING', message },
};

/**
 * A batch is one organization's: an operation about another farm, or about none (accounts, where the limits by address would be
 * walked around), is not found there. A batch inside a batch would escape the limit of 200.
 */
export function refuseInBatch(route: Route, place: Place | null, organizationId: string): void {
  if (route.name === 'operations')
    refuse('INVALID_BODY', { issues: [{ path: 'path', message: sentences.nestedBatch }] });
  if (place?.organizationId !== organizationId) refuse('NOT_FOUND');
}

/**
 * Up to 200 writes of one organization, in order, each standing alone with its own key and commit (wire.md §Sync, Batch). A refused
 * one stops only those that name its client id: they answer DEPENDENCY_MISSING and come again.
 */
export async function runBatch(
  call: Call<{ readonly operations: readonly Operation[] }>,
  request: CoreRequest,
  dispatch: (request: CoreRequest, operation: Operation) => Promise<CoreResponse>,
): Promise<Answer> {
  const refused = new Set<string>();
  const results: Result[] = [];
  for (const operation of call.body.operations) {
    const text = `${operation.path} ${JSON.stringify(operation.body ?? null)}`;
    const mustWait = [...refused].some((id) => text.includes(id));
    const { status, headers, body } = mustWait ? waits : await dispatch(asRequest(operation, request), operation);
    const { cid } = (operation.body ?? {}) as { readonly cid?: unknown };
    if (status >= 400 && typeof cid === 'string') refused.add(cid);
    results.push({ key: operation.key, status, ...commitIn(headers), body });
  }
  return { results };
}

interface Result {
  readonly key: string;
  readonly status: number;
  readonly seq: number | null;
  readonly mark: string | null;
  readonly body: unknown;
}

/** The commit that holds the effect of an operation, as its answer alone would have said. */
const commitIn = (headers: CoreResponse['headers']): Pick<Result, 'seq' | 'mark'> => ({
  seq: headers[headerNames.seq] === undefined ? null : Number(headers[headerNames.seq]),
  mark: headers[headerNames.mark] ?? null,
});

/** An operation as the call that it would have been alone: the batch's own headers, its own key. */
const asRequest = ({ key, method, path, body, healing }: Operation, batch: CoreRequest): CoreRequest => ({
  method,
  path: path.split('?')[0] ?? path,
  query: Object.fromEntries(new URLSearchParams(path.split('?')[1] ?? '')),
  headers: { ...batch.headers, [headerNames.idempotencyKey]: key, [headerNames.healing]: healing?.toString() },
  body,
});
