import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { answer, plain } from './answers.ts';
import { farmEndpoints } from './farm.ts';

/**
 * Photos and voice notes (domain.md F17, offline.md §2.11): sent before the record, which names them by SHA-256. Equal bytes are stored
 * once.
 */
export const blobEndpoints = {
  /** The type is detected from the bytes, not from the header. */
  putBlob: endpoint({
    method: 'PUT',
    path: '/api/blob/{org}/{digest}',
    carries: 'bytes',
    leave: { path: farmEndpoints.rodeos.path, query: {} },
    body: z.instanceof(Uint8Array),
    answer: answer({ blob: z.looseObject({ digest: z.string(), type: z.string(), size: z.number() }) }),
  }),
  /** Supports `Range`. */
  blob: endpoint({ method: 'GET', path: '/api/blob/{org}/{digest}', carries: 'file', answer: plain }),
} as const;
