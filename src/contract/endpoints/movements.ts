import * as z from 'zod/mini';
import { gainPointSchema } from '../../domain/farm/weight-gain.ts';
import { movementSchema, settleForm } from '../../domain/movements/movement.ts';
import { recordedKinds } from '../../domain/movements/registry.ts';
import type { MovementType } from '../../domain/movements/types.ts';
import { type Endpoint, get, post, put, remove } from '../endpoint.ts';
import { answer, plain } from './answers.ts';

const one = answer({ movement: movementSchema });
const list = answer({ movements: z.array(movementSchema), next_cursor: z.optional(z.string()) });

/** Calls of all kinds together (product.md §7). */
export const movementEndpoints = {
  movements: get('/api/movement/all/{org}', list, { isLong: true }),
  lastMovements: get('/api/movement/last-10/{org}', list),
  rodeoMovements: get('/api/movement/rodeo/{org}/{rodeoId}', list),
  cycleMovements: get('/api/movement/reproductive-cycle/{org}/{cycleId}', list),
  dailyWeightGain: get('/api/movement/daily-weight-gain/{org}/{rodeoId}', answer({ points: z.array(gainPointSchema) })),
  movement: get('/api/movement/{id}', one, { farm: 'movement' }),
  /** 'Dejar como está' (domain.md §2.18, resolve A revisar): ends the review. The author may settle `settledByAuthor`, the office all. */
  settleReview: put('/api/movement/review/{org}/{id}', settleForm, one, { may: 'record' }),
  deleteMovement: remove('/api/movement/delete/{org}/{id}', null, plain),
} as const;

export const kindEndpoints: ReadonlyMap<MovementType, { readonly create: Endpoint; readonly edit: Endpoint }> = new Map(
  recordedKinds.map((kind) => [
    kind.type,
    {
      create: post(kind.routes.create, kind.schema, one, {
        aliases: kind.routes.createAliases,
        may: kind.may,
        kind: kind.type,
      }),
      edit: put(kind.routes.edit, kind.schema, one, {
        aliases: kind.routes.editAliases,
        may: kind.may,
        kind: kind.type,
      }),
    },
  ]),
);
