import * as z from 'zod/mini';
import { categoryForm, categorySchema } from '../../domain/farm/categories.ts';
import {
  campoForm,
  campoSchema,
  deathReport,
  lotChanges,
  lotSchema,
  lotWater,
  newLotForm,
  rodeoForm,
  rodeoSchema,
} from '../../domain/farm/places.ts';
import { limits } from '../../domain/limits.ts';
import { headsSchema, idSchema } from '../../domain/movements/fields.ts';
import { movementSchema } from '../../domain/movements/movement.ts';
import { endpoint } from '../endpoint.ts';
import { answer, plain } from './answers.ts';

const lotAnswer = answer({ lot: lotSchema });
const animalOf = {
  organization_id: idSchema,
  lot_id: idSchema,
  animal_type: idSchema,
  cid: z.optional(z.uuid()),
  offline: z.optional(z.boolean()),
};
const deaths = answer({ movement: movementSchema });

/** Lots, categories, rodeos and campos (product.md §7, wire.md). */
export const farmEndpoints = {
  lots: endpoint({ method: 'GET', path: '/api/lot/info/{org}', answer: answer({ lots: z.array(lotSchema) }) }),
  lot: endpoint({ method: 'GET', path: '/api/lot/details/{id}', farm: 'lot', answer: lotAnswer }),
  createLot: endpoint({
    method: 'POST',
    path: '/api/lot/create/{org}',
    may: 'edit-places',
    body: newLotForm,
    answer: lotAnswer,
  }),
  editLot: endpoint({
    method: 'PUT',
    path: '/api/lot/edit/{org}',
    may: 'edit-places',
    body: lotChanges,
    answer: lotAnswer,
  }),
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
  deleteLot: endpoint({
    method: 'DELETE',
    path: '/api/lot/delete/{org}/{id}',
    may: 'delete-places',
    answer: answer({ alreadyDeleted: z.boolean() }),
  }),
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
      /** What the phone saw when the person counted: the difference is what is booked (offline.md §2.8). */
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
      cid: z.optional(z.uuid()),
      offline: z.optional(z.boolean()),
    }),
    answer: lotAnswer,
  }),
  lotDeaths: endpoint({
    method: 'POST',
    path: '/api/lot/record-deaths/{id}',
    farm: 'lot',
    body: z.strictObject({ ...deathReport, rodeo_id: z.optional(z.nullable(idSchema)) }),
    answer: deaths,
  }),
  rodeoDeaths: endpoint({
    method: 'POST',
    path: '/api/rodeo/record-deaths/{org}',
    body: z.strictObject({ ...deathReport, rodeo_id: idSchema, lot_id: z.optional(z.nullable(idSchema)) }),
    answer: deaths,
  }),
  categories: endpoint({
    method: 'GET',
    path: '/api/animal-categories/{org}',
    answer: answer({ categories: z.array(categorySchema) }),
  }),
  createCategory: endpoint({
    method: 'POST',
    path: '/api/animal-categories/{org}',
    aliases: ['/api/category/create/{org}'],
    may: 'edit-places',
    body: categoryForm,
    answer: answer({ category: categorySchema }),
  }),
  updateCategory: endpoint({
    method: 'PUT',
    path: '/api/animal-categories/{org}/{id}',
    may: 'edit-places',
    body: z.partial(categoryForm),
    answer: answer({ category: categorySchema }),
  }),
  deleteCategory: endpoint({
    method: 'DELETE',
    path: '/api/animal-categories/{org}/{id}',
    may: 'delete-places',
    answer: plain,
  }),
  rodeos: endpoint({ method: 'GET', path: '/api/rodeo/{org}', answer: answer({ rodeos: z.array(rodeoSchema) }) }),
  rodeo: endpoint({ method: 'GET', path: '/api/rodeo/{org}/{id}', answer: answer({ rodeo: rodeoSchema }) }),
  createRodeo: endpoint({
    method: 'POST',
    path: '/api/rodeo/{org}',
    may: 'edit-places',
    body: rodeoForm,
    answer: answer({ rodeo: rodeoSchema }),
  }),
  updateRodeo: endpoint({
    method: 'PUT',
    path: '/api/rodeo/{org}/{id}',
    may: 'edit-places',
    body: z.partial(rodeoForm),
    answer: answer({ rodeo: rodeoSchema }),
  }),
  deleteRodeo: endpoint({ method: 'DELETE', path: '/api/rodeo/{org}/{id}', may: 'delete-places', answer: plain }),
  campos: endpoint({ method: 'GET', path: '/api/campo/{org}', answer: answer({ campos: z.array(campoSchema) }) }),
  campo: endpoint({ method: 'GET', path: '/api/campo/{org}/{id}', answer: answer({ campo: campoSchema }) }),
  createCampo: endpoint({
    method: 'POST',
    path: '/api/campo/{org}',
    may: 'edit-places',
    body: campoForm,
    answer: answer({ campo: campoSchema }),
  }),
  updateCampo: endpoint({
    method: 'PUT',
    path: '/api/campo/{org}/{id}',
    may: 'edit-places',
    body: z.partial(campoForm),
    answer: answer({ campo: campoSchema }),
  }),
  deleteCampo: endpoint({ method: 'DELETE', path: '/api/campo/{org}/{id}', may: 'delete-places', answer: plain }),
} as const;
