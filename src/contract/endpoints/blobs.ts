import * as z from 'zod/mini';
import { get, put } from '../endpoint.ts';
import { answer, plain } from './answers.ts';
import { farmEndpoints } from './farm.ts';

/** * Photos and voice notes (domain.md F17, offline.md §2.11): sent before the record that names them by SHA-256; stored once. */
export const blobEndpoints = {
  /** The type is detected from the bytes, not from the header. */
  putBlob: put(
    '/api/blob/{org}/{digest}',
    z.instanceof(Uint8Array),
    answer({ blob: z.looseObject({ digest: z.string(), type: z.string(), size: z.number() }) }),
    { carries: 'bytes', leave: { path: farmEndpoints.rodeos.path, query: {} } },
  ),
  /** Supports `Range`. */
  blob: get('/api/blob/{org}/{digest}', plain, { carries: 'file' }),
} as const;
