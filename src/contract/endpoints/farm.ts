import * as z from 'zod/mini';
import { arrival, maybe } from '../../domain/schemas.ts';
import { deathReport, lotSchema, lotWater } from '../../domain/farm/places.ts';
import { limits } from '../../domain/limits.ts';
import { headsSchema, idSchema } from '../../domain/movements/fields.ts';
import { movementSchema } from '../../domain/movements/movement.ts';
import { campo } from '../../domain/things/campo.ts';
import { category } from '../../domain/things/category.ts';
import { lot } from '../../domain/things/lot.ts';
import { rodeo } from '../../domain/things/rodeo.ts';
import { endpoint } from '../endpoint.ts';
import { answer } from './answers.ts';
import { callsOfThing } from './things.ts';

const { lots, lot: oneLot, createLot, updateLot, deleteLot } = callsOfThing(lot);
const lotAnswer = oneLot.answer;
const animalOf = {
  organization_id: idSchema,
  lot_id: idSchema,
  animal_type: idSchema,
  ...arrival,
};
const deaths = answer({ movement: movementSchema });

/** Lots, categories, rodeos and campos (product.md §7, wire.md). */
export const farmEndpoints = {
  lots,
  lot: oneLot,
  createLot,
  editLot: updateLot,
  lotWater: endpoint({ method: 'PUT', path: '/api/lot/water/{org}', body: lotWater, answer: lotAnswer }),
  orderLots: endpoint({
    method: 'PUT',
    path: '/api/lot/order/{org}',
    may: 'edit-places',
    body: z.strictObject({
      items: z.array(z.strictObject({ id: idSchema, order: z.int() })).check(z.minLength(1), z.maxLength(5000)),
    }),
    answer: answer({ lots: z.array(lotSchema) }),
  }),
  deleteLot,
  deleteLotAnimal: endpoint({
    method: 'POST',
    path: '/api/lot/animal/delete/{id}',
    farm: 'body',
    may: 'edit-places',
    body: z.strictObject(animalOf),
    answer: lotAnswer,
  }),
  updateLotAnimal: endpoint({
    method: 'POST',
    path: '/api/lot/animal/update/{id}',
    farm: 'body',
    may: 'edit-places',
    body: z.strictObject({
      ...animalOf,
      count: z.int().check(z.gte(0), z.lte(limits.headsPerLine)),
      /** What the phone showed; the difference is booked (offline.md §2.8). */
      base_count: z.optional(z.int().check(z.gte(-limits.headsPerLine), z.lte(limits.headsPerLine))),
      reason: z.optional(z.string().check(z.maxLength(limits.shortTextMaxLength))),
      recorded_at: z.optional(z.iso.datetime()),
    }),
    answer: lotAnswer,
  }),
  transferLotAnimal: endpoint({
    method: 'POST',
    path: '/api/lot/animal/transfer',
    farm: 'body',
    body: z.strictObject({
      organization_id: idSchema,
      lot_id: idSchema,
      from_category: idSchema,
      to_category: idSchema,
      count: headsSchema,
      ...arrival,
    }),
    answer: lotAnswer,
  }),
  lotDeaths: endpoint({
    method: 'POST',
    path: '/api/lot/record-deaths/{id}',
    farm: 'lot',
    body: z.strictObject({ ...deathReport, rodeo_id: maybe(idSchema) }),
    answer: deaths,
  }),
  rodeoDeaths: endpoint({
    method: 'POST',
    path: '/api/rodeo/record-deaths/{org}',
    body: z.strictObject({ ...deathReport, rodeo_id: idSchema, lot_id: maybe(idSchema) }),
    answer: deaths,
  }),
  ...callsOfThing(category),
  ...callsOfThing(rodeo),
  ...callsOfThing(campo),
} as const;
