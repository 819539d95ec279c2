import * as z from 'zod/mini';
import { cycleChanges, cycleForm, cycleSchema } from '../../domain/office/cycles.ts';
import { endpoint } from '../endpoint.ts';
import { answer } from './answers.ts';

const one = answer({ cycle: cycleSchema });

/** Reproductive cycles (wire.md, the rest). Their records are read under /api/movement/reproductive-cycle. */
export const cycleEndpoints = {
  cycles: endpoint({
    method: 'GET',
    path: '/api/reproductive-cycle/{org}',
    answer: answer({ cycles: z.array(cycleSchema), next_cursor: z.optional(z.string()) }),
  }),
  cycle: endpoint({ method: 'GET', path: '/api/reproductive-cycle/{org}/{id}', answer: one }),
  createCycle: endpoint({
    method: 'POST',
    path: '/api/reproductive-cycle/{org}',
    may: 'edit-cycles',
    body: cycleForm,
    answer: one,
  }),
  updateCycle: endpoint({
    method: 'PUT',
    path: '/api/reproductive-cycle/{org}/{id}',
    may: 'edit-cycles',
    body: cycleChanges,
    answer: one,
  }),
  deleteCycle: endpoint({
    method: 'DELETE',
    path: '/api/reproductive-cycle/{org}/{id}',
    may: 'edit-cycles',
    answer: answer({ alreadyDeleted: z.boolean() }),
  }),
} as const;
