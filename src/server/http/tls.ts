import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';

/** PEM files; both empty where a proxy speaks TLS. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

interface Tls {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly minVersion: 'TLSv1.2';
}

/** Reads them; null if none. Throws at the start if they are no pair. */
export async function readTls(files: TlsFiles): Promise<Tls | null> {
  if (files.cert === '') return null;
  const [cert, key] = await Promise.all([readFile(files.cert), readFile(files.key)]);
  createSecureContext({ cert, key });
  return { cert, key, minVersion: 'TLSv1.2' };
}
