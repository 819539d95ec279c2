import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { answer, plain } from './answers.ts';
import { farmEndpoints } from './farm.ts';

/**
 * Photos and voice notes (domain.md F17, offline.md §2.11): a record names them by SHA-256 and is sent first. The same bytes are kept once.
 */
export const blobEndpoints = {
  /** The body is the bytes as they are; what they are is read off them, whatever type is announced. */
  putBlob: endpoint({
    method: 'PUT',
    path: '/api/blob/{org}/{digest}',
    carries: 'bytes',
    leave: { path: farmEndpoints.rodeos.path, query: {} },
    body: z.instanceof(Uint8Array),
    answer: answer({ blob: z.looseObject({ digest: z.string(), type: z.string(), size: z.number() }) }),
  }),
  /** The bytes, or the part of them that `Range` asks for. */
  blob: endpoint({ method: 'GET', path: '/api/blob/{org}/{digest}', carries: 'file', answer: plain }),
} as const;
