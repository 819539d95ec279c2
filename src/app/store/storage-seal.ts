import { bytesOf, letters } from '#contract/seal.ts';

/** The public half of a pair that the device's server holds for its person: sealed with it, nothing opens without the server. */
export interface SealingKey {
  readonly name: string;
  /** A point of P-256, uncompressed, as base64 for addresses. */
  readonly publicKey: string;
}

/** The pair, as the server tells it to its person. */
export interface OpeningKey extends SealingKey {
  readonly privateKey: string;
}

/** What of a farm is sealed that no server has. Records that were sealed at a log-out are not counted: they stand together. */
export interface SealedWaiting {
  readonly organizationId: string;
  /** Records of a farm that its person is not on any more: still to be sent, and not taken by its server. */
  readonly left: number;
  readonly refused: number;
  readonly isOwed: boolean;
}

/** What of a store is sealed when its person leaves, and given back when he is here again (trust.md row 107). Throws `StorageFailure`. */
export interface SealingStore {
  /** What seals when its person leaves: null where this device has none, or its browser cannot seal. */
  readonly sealingKey: () => Promise<SealingKey | null>;
  /** Null: it is not to be used any more. */
  readonly keepSealingKey: (key: SealingKey | null) => Promise<void>;
  /**
   * Seals what `forget` left, for all farms, all but some, or one. 'no-key': it stays readable rather than lost. Called again until
   * 'nothing'.
   */
  readonly seal: (
    which: 'all' | { readonly but: readonly string[] } | { readonly of: string },
  ) => Promise<'sealed' | 'nothing' | 'no-key'>;
  /** The names of the keys that open what is sealed at these places (`placesOfTeam` and the like). */
  readonly sealedUnder: (places: readonly string[]) => Promise<readonly string[]>;
  /** Puts it back as it was; gives how many parts this key did not open. */
  readonly unseal: (key: OpeningKey, places: readonly string[]) => Promise<number>;
  /** The farms of which something is sealed that no server has, with what can be said of it unopened. */
  readonly sealedWaiting: () => Promise<readonly SealedWaiting[]>;
}

/** How what is sealed begins: this sign, the key's name, the point of this one sealing, the start of the cipher. */
const sign = 1;
const [nameBytes, pointBytes, startBytes] = [16, 65, 12];
const headBytes = 1 + nameBytes + pointBytes + startBytes;

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const;
const encoder = new TextEncoder();

/** A name for a new pair. */
export const newKeyName = (): string => letters(crypto.getRandomValues(new Uint8Array(nameBytes)));

/** What both sides of a pair come to, as a key for this one sealing. */
async function sharedKey(own: CryptoKey, other: CryptoKey, point: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, own, 256);
  const material = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt: point, info: encoder.encode('storage') } as const;
  return await crypto.subtle.deriveKey(how, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** Seals bytes that are to stand at a place: moved to another they do not open. */
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

/** Which key opens it; null for what is none of ours. */
export const keyNameOf = (sealed: Uint8Array): string | null =>
  sealed[0] === sign && sealed.length > headBytes ? letters(sealed.subarray(1, 1 + nameBytes)) : null;

/** Opens what was sealed at a place; null where the key or the place is another, or the bytes are broken. */
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
