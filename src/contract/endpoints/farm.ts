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
import { post, put } from '../endpoint.ts';
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

/** product.md §7, wire.md. */
export const farmEndpoints = {
  lots,
  lot: oneLot,
  createLot,
  editLot: updateLot,
  lotWater: put('/api/lot/water/{org}', lotWater, lotAnswer),
  orderLots: put(
    '/api/lot/order/{org}',
    z.strictObject({
      items: z.array(z.strictObject({ id: idSchema, order: z.int() })).check(z.minLength(1), z.maxLength(5000)),
    }),
    answer({ lots: z.array(lotSchema) }),
    { may: 'edit-places' },
  ),
  deleteLot,
  deleteLotAnimal: post('/api/lot/animal/delete/{id}', z.strictObject(animalOf), lotAnswer, {
    farm: 'body',
    may: 'edit-places',
  }),
  updateLotAnimal: post(
    '/api/lot/animal/update/{id}',
    z.strictObject({
      ...animalOf,
      count: z.int().check(z.gte(0), z.lte(limits.headsPerLine)),
      /** What the phone showed; the difference is booked (offline.md §2.8). */
      base_count: z.optional(z.int().check(z.gte(-limits.headsPerLine), z.lte(limits.headsPerLine))),
      reason: z.optional(z.string().check(z.maxLength(limits.shortTextMaxLength))),
      recorded_at: z.optional(z.iso.datetime()),
    }),
    lotAnswer,
    { farm: 'body', may: 'edit-places' },
  ),
  transferLotAnimal: post(
    '/api/lot/animal/transfer',
    z.strictObject({
      organization_id: idSchema,
      lot_id: idSchema,
      from_category: idSchema,
      to_category: idSchema,
      count: headsSchema,
      ...arrival,
    }),
    lotAnswer,
    { farm: 'body' },
  ),
  lotDeaths: post(
    '/api/lot/record-deaths/{id}',
    z.strictObject({ ...deathReport, rodeo_id: maybe(idSchema) }),
    deaths,
    { farm: 'lot' },
  ),
  rodeoDeaths: post(
    '/api/rodeo/record-deaths/{org}',
    z.strictObject({ ...deathReport, rodeo_id: idSchema, lot_id: maybe(idSchema) }),
    deaths,
  ),
  ...callsOfThing(category),
  ...callsOfThing(rodeo),
  ...callsOfThing(campo),
} as const;
