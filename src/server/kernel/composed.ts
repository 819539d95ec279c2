import type * as z from 'zod/mini';
import { headers as headerNames } from '../../contract/constants.ts';
import type { endpoints } from '../../contract/endpoints.ts';
import { applyRefused } from './apply-refused.ts';
import { runBatch } from './batch.ts';
import type { CoreRequest } from './exchange.ts';
import type { Answering } from './together.ts';
import { type Call, farmOf, type Handler } from './call.ts';
import type { Place } from './locate.ts';
import type { PerformPorts, Served } from './perform.ts';
import type { Together } from './together.ts';

interface Composing<B> {
  readonly call: Call<B>;
  readonly place: Place | null;
  readonly request: CoreRequest;
  readonly db: PerformPorts['db'];
  readonly answer: Answering;
  readonly together: Together;
}

/** Serves a call made of other calls, each with its own commit. */
interface Composed<B = never> {
  readonly kind: 'composed';
  readonly run: (asked: Composing<B>) => Promise<Served>;
}

export type AnyHandler = Handler | Composed;

type BodyOf<N extends 'operations' | 'applyRefused'> = z.output<NonNullable<(typeof endpoints)[N]['body']>>;

const operations: Composed<BodyOf<'operations'>> = {
  kind: 'composed',
  run: async ({ call, place, request, answer, together }) => {
    const organizationId = farmOf(call);
    const results = await runBatch(call, request, {
      together,
      inside: (brought) => ({ organizationId, author: brought.author ?? null, brought, isDecided: false }),
      alone: answer,
    });
    return { answer: results, marks: { [headerNames.epoch]: place?.head.epoch ?? '' } };
  },
};

const applied: Composed<BodyOf<'applyRefused'>> = {
  kind: 'composed',
  run: async ({ call, db, request, answer }) => {
    const organizationId = farmOf(call);
    const done = await applyRefused(call, db, request, (operation, author, carrier) =>
      answer(operation, { organizationId, author, carrier, isDecided: true }),
    );
    call.tellReviewers();
    return { answer: done, marks: {} };
  },
};

/** The batch, and applying a refused record. */
export const composedHandlers = { operations, applyRefused: applied };
