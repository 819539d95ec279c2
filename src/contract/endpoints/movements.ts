import * as z from 'zod/mini';
import { gainPointSchema } from '../../domain/farm/gain-point.ts';
import { movementSchema, settleForm } from '../../domain/movements/movement.ts';
import { recordedKinds } from '../../domain/movements/registry.ts';
import type { MovementType } from '../../domain/movements/types.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { answer, plain } from './answers.ts';

const one = answer({ movement: movementSchema });
const list = answer({ movements: z.array(movementSchema), next_cursor: z.optional(z.string()) });

/** Calls of all kinds together (product.md §7). */
export const movementEndpoints = {
  movements: endpoint({ method: 'GET', path: '/api/movement/all/{org}', answer: list, isLong: true }),
  lastMovements: endpoint({ method: 'GET', path: '/api/movement/last-10/{org}', answer: list }),
  rodeoMovements: endpoint({ method: 'GET', path: '/api/movement/rodeo/{org}/{rodeoId}', answer: list }),
  cycleMovements: endpoint({ method: 'GET', path: '/api/movement/reproductive-cycle/{org}/{cycleId}', answer: list }),
  dailyWeightGain: endpoint({
    method: 'GET',
    path: '/api/movement/daily-weight-gain/{org}/{rodeoId}',
    answer: answer({ points: z.array(gainPointSchema) }),
  }),
  movement: endpoint({ method: 'GET', path: '/api/movement/{id}', farm: 'movement', answer: one }),
  /** 'Dejar como está' (domain.md §2.18, resolve A revisar): ends the review. The author may settle `settledByAuthor`, the office all. */
  settleReview: endpoint({
    method: 'PUT',
    path: '/api/movement/review/{org}/{id}',
    may: 'record',
    body: settleForm,
    answer: one,
  }),
  deleteMovement: endpoint({ method: 'DELETE', path: '/api/movement/delete/{org}/{id}', answer: plain }),
} as const;

/** The calls of each kind, from the registry. */
export const kindEndpoints: ReadonlyMap<MovementType, { readonly create: Endpoint; readonly edit: Endpoint }> = new Map(
  recordedKinds.map((kind) => [
    kind.type,
    {
      create: endpoint({
        method: 'POST',
        path: kind.routes.create,
        aliases: kind.routes.createAliases,
        may: kind.may,
        body: kind.schema,
        answer: one,
        kind: kind.type,
      }),
      edit: endpoint({
        method: 'PUT',
        path: kind.routes.edit,
        aliases: kind.routes.editAliases,
        may: kind.may,
        body: kind.schema,
        answer: one,
        kind: kind.type,
      }),
    },
  ]),
);
