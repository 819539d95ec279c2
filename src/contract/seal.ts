import * as z from 'zod/mini';

/** SHA-256 as the wire writes it: base64 for addresses, 43 letters. */
const hashSchema = z.string().check(z.regex(/^[\w-]{43}$/));

/** The name of a device's key: the digest of its public half, so that nobody chooses it. */
const keyIdSchema = hashSchema;

/** The public half of a device's key: a point of P-256, uncompressed. */
export const publicKeySchema = z.string().check(z.regex(/^[\w-]{87}$/));

const signatureSchema = z.string().check(z.regex(/^[\w-]{86}$/));

/** What a phone of a member signs with, as others know it. */
export const deviceKeySchema = z.object({ id: keyIdSchema, public_key: publicKeySchema });
export type DeviceKey = z.infer<typeof deviceKeySchema>;

/** One signature of a device over everything in a package. */
export const packageSealSchema = z.object({ device_key: keyIdSchema, signature: signatureSchema });

/** A tree of 2^40 leaves is more than any phone gathers. */
const longestProof = 40;

/** The package's signature as one of its operations carries it: with the hashes that lead from the operation to what was signed. */
export const operationSealSchema = z.strictObject({
  device_key: keyIdSchema,
  signature: signatureSchema,
  proof: z.array(hashSchema).check(z.maxLength(longestProof)),
});
export type OperationSeal = z.infer<typeof operationSealSchema>;

/** Whose records they are, and of which farm. */
export interface Sealer {
  readonly organizationId: string;
  readonly author: string;
}

/** A call as it goes on the wire. */
export interface WireOperation {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** One text for one value, whatever order its names came in. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((part) => canonical(part ?? null)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  const parts = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`);
  return `{${parts.join(',')}}`;
}

/** The text of an operation that its author's device vouches for: everything that a server would do because of it. */
export const textOf = ({ key, method, path, body }: WireOperation): string =>
  canonical(['operation', key.toLowerCase(), method, path, body ?? null]);

/** Bytes as base64 for addresses. */
export const letters = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** The bytes of base64 for addresses. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

const encoded = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const hashOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  letters(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));

/** Leaves and nodes begin differently, so that no node passes as an operation. */
const leafOf = (text: string): Promise<string> => hashOf(encoded(`leaf:${text}`));
const nodeOf = (one: string, other: string): Promise<string> =>
  hashOf(encoded(one < other ? `node:${one}${other}` : `node:${other}${one}`));

/** A tree of hashes: one text at its root stands for all leaves, and few hashes prove that a leaf is of it. */
export interface SealTree {
  readonly root: string;
  /** From the leaf to the root. */
  readonly proofOf: (leaf: number) => string[];
}

/** The tree over these texts, of which there is at least one. A last one without a neighbour goes up as it is. */
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

/** Half of a key as the browser holds it. */
export type HeldKey = Parameters<typeof crypto.subtle.sign>[1];

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const signing = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** What is signed. Farm and author stand in it: the same records are no records of another's, or of another farm. */
const signedText = ({ organizationId, author }: Sealer, deviceKey: string, root: string): Uint8Array<ArrayBuffer> =>
  encoded(canonical(['tranquera-seal-1', organizationId, author, deviceKey, root]));

/** A key pair that never leaves its device: the browser itself cannot read the private half out. */
export async function newKeyPair(): Promise<{ readonly key: DeviceKey; readonly privateKey: HeldKey }> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  const text = letters(raw);
  return { key: { id: await keyIdOf(text), public_key: text }, privateKey };
}

export const keyIdOf = (publicKey: string): Promise<string> => hashOf(bytesOf(publicKey));

/** Signs the root of a package with a device's key. */
export async function signRoot(
  { id, privateKey }: { readonly id: string; readonly privateKey: HeldKey },
  sealer: Sealer,
  root: string,
): Promise<string> {
  return letters(new Uint8Array(await crypto.subtle.sign(signing, privateKey, signedText(sealer, id, root))));
}

const importPublic = (publicKey: string): Promise<HeldKey | null> =>
  crypto.subtle.importKey('raw', bytesOf(publicKey), algorithm, false, ['verify']).catch(() => null);

/** Whether these letters are a point of the curve. */
export const isPublicKey = async (publicKey: string): Promise<boolean> => (await importPublic(publicKey)) !== null;

interface Signed {
  readonly sealer: Sealer;
  readonly root: string;
  readonly signature: string;
}

/** Whether a key signed this root, for this author on this farm. */
export async function rootHolds({ id, public_key }: DeviceKey, { sealer, root, signature }: Signed): Promise<boolean> {
  const key = await importPublic(public_key);
  if (key === null) return false;
  return await crypto.subtle.verify(signing, key, bytesOf(signature), signedText(sealer, id, root));
}

/** Whether a key vouches for this operation. */
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
