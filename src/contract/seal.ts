import * as z from 'zod/mini';

/** SHA-256 in base64url. */
const hashSchema = z.string().check(z.regex(/^[\w-]{43}$/));

/** A key's id is the digest of its public half: nobody can choose it. */
const keyIdSchema = hashSchema;

/** An uncompressed point of P-256. */
export const publicKeySchema = z.string().check(z.regex(/^[\w-]{87}$/));

const signatureSchema = z.string().check(z.regex(/^[\w-]{86}$/));

/** A device's signing key, as others know it. */
export const deviceKeySchema = z.object({ id: keyIdSchema, public_key: publicKeySchema });
export type DeviceKey = z.infer<typeof deviceKeySchema>;

export const packageSealSchema = z.object({ device_key: keyIdSchema, signature: signatureSchema });

/** 2^40 leaves exceed any phone. */
const longestProof = 40;

/** A package's signature with the Merkle proof of one operation. */
export const operationSealSchema = z.strictObject({
  device_key: keyIdSchema,
  signature: signatureSchema,
  proof: z.array(hashSchema).check(z.maxLength(longestProof)),
});
export type OperationSeal = z.infer<typeof operationSealSchema>;

export interface Sealer {
  readonly organizationId: string;
  readonly author: string;
}

export interface WireOperation {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** JSON independent of key order. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((part) => canonical(part ?? null)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  const parts = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`);
  return `{${parts.join(',')}}`;
}

/** The signed text of an operation: everything that decides its effect. */
export const textOf = ({ key, method, path, body }: WireOperation): string =>
  canonical(['operation', key.toLowerCase(), method, path, body ?? null]);

/** base64url. */
export const letters = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

const encoded = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const hashOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  letters(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));

/** Distinct prefixes, so that no node passes as an operation. */
const leafOf = (text: string): Promise<string> => hashOf(encoded(`leaf:${text}`));
const nodeOf = (one: string, other: string): Promise<string> =>
  hashOf(encoded(one < other ? `node:${one}${other}` : `node:${other}${one}`));

/** A Merkle tree: few hashes prove that a leaf belongs to the root. */
export interface SealTree {
  readonly root: string;
  readonly proofOf: (leaf: number) => string[];
}

/** At least one text. An odd last one moves up unchanged. */
export async function treeOf(texts: readonly string[]): Promise<SealTree> {
  const levels = [await Promise.all(texts.map(leafOf))];
  for (let level = levels[0] ?? []; level.length > 1; level = levels.at(-1) ?? []) {
    const below = level;
    const pairs = Array.from({ length: Math.ceil(below.length / 2) }, (_, at) => below.slice(at * 2, at * 2 + 2));
    levels.push(
      await Promise.all(pairs.map(async ([one = '', other]) => (other === undefined ? one : await nodeOf(one, other)))),
    );
  }
  const proofOf = (leaf: number): string[] =>
    levels.flatMap((level, height) => {
      const neighbour = Math.floor(leaf / 2 ** height) ^ 1;
      return height < levels.length - 1 && level[neighbour] !== undefined ? [level[neighbour]] : [];
    });
  return { root: levels.at(-1)?.[0] ?? '', proofOf };
}

export type HeldKey = Parameters<typeof crypto.subtle.sign>[1];

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const signing = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** Farm and author are signed too: the records are valid for no others. */
const signedText = ({ organizationId, author }: Sealer, deviceKey: string, root: string): Uint8Array<ArrayBuffer> =>
  encoded(canonical(['tranquera-seal-1', organizationId, author, deviceKey, root]));

/** The private half is not extractable. */
export async function newKeyPair(): Promise<{ readonly key: DeviceKey; readonly privateKey: HeldKey }> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  const text = letters(raw);
  return { key: { id: await keyIdOf(text), public_key: text }, privateKey };
}

export const keyIdOf = (publicKey: string): Promise<string> => hashOf(bytesOf(publicKey));

export async function signRoot(
  { id, privateKey }: { readonly id: string; readonly privateKey: HeldKey },
  sealer: Sealer,
  root: string,
): Promise<string> {
  return letters(new Uint8Array(await crypto.subtle.sign(signing, privateKey, signedText(sealer, id, root))));
}

const importPublic = (publicKey: string): Promise<HeldKey | null> =>
  crypto.subtle.importKey('raw', bytesOf(publicKey), algorithm, false, ['verify']).catch(() => null);

export const isPublicKey = async (publicKey: string): Promise<boolean> => (await importPublic(publicKey)) !== null;

interface Signed {
  readonly sealer: Sealer;
  readonly root: string;
  readonly signature: string;
}

export async function rootHolds({ id, public_key }: DeviceKey, { sealer, root, signature }: Signed): Promise<boolean> {
  const key = await importPublic(public_key);
  if (key === null) return false;
  return await crypto.subtle.verify(signing, key, bytesOf(signature), signedText(sealer, id, root));
}

export async function operationHolds(
  key: DeviceKey,
  sealer: Sealer,
  text: string,
  { signature, proof }: OperationSeal,
): Promise<boolean> {
  let root = await leafOf(text);
  for (const neighbour of proof) root = await nodeOf(root, neighbour);
  return await rootHolds(key, { sealer, root, signature });
}
