import { bytesOf, letters } from '#contract/seal.ts';

/** The public half of a pair whose private half the server holds: nothing opens without the server. */
export interface SealingKey {
  readonly name: string;
  /** An uncompressed P-256 point, base64url. */
  readonly publicKey: string;
}

/** The pair, as the server gives it to its person. */
export interface OpeningKey extends SealingKey {
  readonly privateKey: string;
}

/** What of a farm is sealed and on no server. Records sealed at a log-out are not counted: they are together. */
export interface SealedWaiting {
  readonly organizationId: string;
  /** Of a farm its person left: unsent, and rejected. */
  readonly left: number;
  readonly refused: number;
  readonly isOwed: boolean;
}

/** What is sealed when a person leaves, and given back when he returns (trust.md row 107). Throws `StorageFailure`. */
export interface SealingStore {
  /** Null where this device has none, or its browser cannot seal. */
  readonly sealingKey: () => Promise<SealingKey | null>;
  /** Null: stop using it. */
  readonly keepSealingKey: (key: SealingKey | null) => Promise<void>;
  /**
   * Seals what `forget` left: of all farms, all but some, or one. 'no-key': it stays readable rather than lost. Call again until 'nothing'.
   */
  readonly seal: (
    which: 'all' | { readonly but: readonly string[] } | { readonly of: string },
  ) => Promise<'sealed' | 'nothing' | 'no-key'>;
  /** Names of the keys used at these places (`placesOfTeam` and the like). */
  readonly sealedUnder: (places: readonly string[]) => Promise<readonly string[]>;
  /** Puts it back; gives the number of parts that this key did not open. */
  readonly unseal: (key: OpeningKey, places: readonly string[]) => Promise<number>;
  /** Farms with sealed parts that no server has, and what is known of them unopened. */
  readonly sealedWaiting: () => Promise<readonly SealedWaiting[]>;
}

/** Header: this sign, the key's name, the ephemeral point, the IV. */
const sign = 1;
const [nameBytes, pointBytes, startBytes] = [16, 65, 12];
const headBytes = 1 + nameBytes + pointBytes + startBytes;

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const;
const encoder = new TextEncoder();

export const newKeyName = (): string => letters(crypto.getRandomValues(new Uint8Array(nameBytes)));

/** The ECDH secret as a key for this one sealing. */
async function sharedKey(own: CryptoKey, other: CryptoKey, point: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, own, 256);
  const material = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt: point, info: encoder.encode('storage') } as const;
  return await crypto.subtle.deriveKey(how, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** Seals bytes for a place: moved elsewhere, they do not open. */
export async function sealBytes(
  { name, publicKey }: SealingKey,
  place: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const theirs = await crypto.subtle.importKey('raw', bytesOf(publicKey), curve, false, []);
  const once = await crypto.subtle.generateKey(curve, false, ['deriveBits']);
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', once.publicKey));
  const iv = crypto.getRandomValues(new Uint8Array(startBytes));
  const key = await sharedKey(once.privateKey, theirs, point);
  const about = { name: 'AES-GCM', iv, additionalData: encoder.encode(place) } as const;
  const hidden = new Uint8Array(await crypto.subtle.encrypt(about, key, bytes));
  const sealed = new Uint8Array(headBytes + hidden.length);
  sealed.set([sign]);
  sealed.set(bytesOf(name), 1);
  sealed.set(point, 1 + nameBytes);
  sealed.set(iv, 1 + nameBytes + pointBytes);
  sealed.set(hidden, headBytes);
  return sealed;
}

/** Which key opens it; null if not ours. */
export const keyNameOf = (sealed: Uint8Array): string | null =>
  sealed[0] === sign && sealed.length > headBytes ? letters(sealed.subarray(1, 1 + nameBytes)) : null;

/** Opens what was sealed at a place; null if the key or place is wrong, or the bytes are broken. */
export async function openBytes(
  { publicKey, privateKey }: OpeningKey,
  place: string,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const point = sealed.slice(1 + nameBytes, 1 + nameBytes + pointBytes);
  const iv = sealed.slice(1 + nameBytes + pointBytes, headBytes);
  const [x, y] = [letters(bytesOf(publicKey).subarray(1, 33)), letters(bytesOf(publicKey).subarray(33))];
  const half = { kty: 'EC', crv: 'P-256', x, y, d: privateKey };
  try {
    const ours = await crypto.subtle.importKey('jwk', half, curve, false, ['deriveBits']);
    const theirs = await crypto.subtle.importKey('raw', point, curve, false, []);
    const key = await sharedKey(ours, theirs, point);
    const about = { name: 'AES-GCM', iv, additionalData: encoder.encode(place) } as const;
    return new Uint8Array(await crypto.subtle.decrypt(about, key, sealed.slice(headBytes)));
  } catch (thrown) {
    if (thrown instanceof DOMException) return null;
    throw thrown;
  }
}
