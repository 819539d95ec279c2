import * as z from 'zod/mini';
import { auditForm, rejectionForm } from '../../domain/movements/audit.ts';
import { movementSchema } from '../../domain/movements/movement.ts';
import { assetSchema, entrySchema, stocktakeForm } from '../../domain/supplies/asset.ts';
import { stockStates, type StockState } from '../../domain/supplies/stock.ts';
import { asset } from '../../domain/things/asset.ts';
import { post, put } from '../endpoint.ts';
import { answer } from './answers.ts';
import { callsOfThing } from './things.ts';

const states = z.enum(Object.keys(stockStates) as [StockState, ...StockState[]]);
const stocked = z.extend(assetSchema, { state: states });
const calls = callsOfThing(asset);

/** Stock items (product.md §7, Assets); stock in and out are movements. */
export const assetEndpoints = {
  ...calls,
  assets: { ...calls.assets, answer: answer({ assets: z.array(stocked) }) },
  asset: { ...calls.asset, answer: answer({ asset: stocked, entries: z.array(entrySchema) }) },
  adjustAsset: post(
    '/api/asset/{org}/adjust',
    stocktakeForm,
    // Without a difference there is no movement.
    answer({ asset: assetSchema, movement: z.optional(movementSchema) }),
  ),
} as const;

const movement = answer({ movement: movementSchema });

/** Counts of animals (domain.md §3.7): a `user`'s wait for approval, an admin's are booked at once. */
export const auditEndpoints = {
  createAudit: post('/api/audit/{org}', auditForm, movement),
  updateAudit: put('/api/audit/{org}/{id}', auditForm, movement),
  approveAudit: put('/api/audit/{org}/{id}/approve', null, movement, { may: 'review' }),
  rejectAudit: put('/api/audit/{org}/{id}/reject', rejectionForm, movement, { may: 'review' }),
} as const;
