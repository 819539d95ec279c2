import * as z from 'zod/mini';
import { auditForm, rejectionForm } from '../../domain/movements/audit.ts';
import { movementSchema } from '../../domain/movements/movement.ts';
import { assetChanges, assetForm, assetSchema, entrySchema, stocktakeForm } from '../../domain/supplies/asset.ts';
import { stockStates, type StockState } from '../../domain/supplies/stock.ts';
import { endpoint } from '../endpoint.ts';
import { answer } from './answers.ts';

const states = z.enum(Object.keys(stockStates) as [StockState, ...StockState[]]);
/** What a reading says beside the item itself: its state on the day of the answer. */
const stocked = z.extend(assetSchema, { state: states });
const one = answer({ asset: assetSchema });

/** Items of the store room (product.md §7, Assets). What comes in and is used up are movements: their calls are the kinds' own. */
export const assetEndpoints = {
  assets: endpoint({ method: 'GET', path: '/api/asset/{org}', answer: answer({ assets: z.array(stocked) }) }),
  asset: endpoint({
    method: 'GET',
    path: '/api/asset/detail/{id}',
    farm: 'asset',
    answer: answer({ asset: stocked, entries: z.array(entrySchema) }),
  }),
  createAsset: endpoint({
    method: 'POST',
    path: '/api/asset',
    farm: 'body',
    may: 'edit-stock-items',
    body: assetForm,
    answer: one,
  }),
  updateAsset: endpoint({
    method: 'PUT',
    path: '/api/asset/{id}',
    farm: 'asset',
    may: 'edit-stock-items',
    body: assetChanges,
    answer: one,
  }),
  deleteAsset: endpoint({
    method: 'DELETE',
    path: '/api/asset/{id}',
    farm: 'asset',
    may: 'edit-stock-items',
    answer: answer({ alreadyDeleted: z.boolean() }),
  }),
  adjustAsset: endpoint({
    method: 'POST',
    path: '/api/asset/{org}/adjust',
    body: stocktakeForm,
    // A count that agrees with the book leaves no movement.
    answer: answer({ asset: assetSchema, movement: z.optional(movementSchema) }),
  }),
} as const;

const movement = answer({ movement: movementSchema });

/** Counts of animals (domain.md §3.7): a `user` hands them in, an admin's are booked at once. */
export const auditEndpoints = {
  createAudit: endpoint({ method: 'POST', path: '/api/audit/{org}', body: auditForm, answer: movement }),
  updateAudit: endpoint({ method: 'PUT', path: '/api/audit/{org}/{id}', body: auditForm, answer: movement }),
  approveAudit: endpoint({ method: 'PUT', path: '/api/audit/{org}/{id}/approve', may: 'review', answer: movement }),
  rejectAudit: endpoint({
    method: 'PUT',
    path: '/api/audit/{org}/{id}/reject',
    may: 'review',
    body: rejectionForm,
    answer: movement,
  }),
} as const;
