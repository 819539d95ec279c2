import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';

/** Files of PEM; both empty where a proxy speaks TLS for the server. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

interface Tls {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly minVersion: 'TLSv1.2';
}

/** What is in them; null where there are none. Throws when they are no pair: better at the start than at the first call. */
export async function readTls(files: TlsFiles): Promise<Tls | null> {
  if (files.cert === '') return null;
  const [cert, key] = await Promise.all([readFile(files.cert), readFile(files.key)]);
  createSecureContext({ cert, key });
  return { cert, key, minVersion: 'TLSv1.2' };
}
