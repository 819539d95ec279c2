import { fileLimits, fileTypeOf } from './office/file-types.ts';

/** Photos and voice notes of records: their types on the wire and how their names end. */
export const attachmentTypes = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'audio/webm': 'webm',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
} as const;
export type AttachmentType = keyof typeof attachmentTypes;

/** Bounds of a photo or a voice note (domain.md F17, §2.11; trust.md row 130). A phone makes them far smaller before it keeps them. */
export const attachmentLimits = {
  bytes: 5 * 1024 * 1024,
  photoSide: 1600,
  voiceSeconds: 120,
} as const;

const asciiAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** A whole number written with its last byte first, as WebP writes them. */
const littleAt = (bytes: Uint8Array, at: number, length: number): number =>
  bytes.subarray(at, at + length).reduce((sum, byte, index) => sum + byte * 256 ** index, 0);

/** Width and height of a WebP by its three ways to say them; null where none is there. */
function webpSize(bytes: Uint8Array): readonly [number, number] | null {
  if (bytes.length < 30) return null;
  const part = asciiAt(bytes, 12, 4);
  if (part === 'VP8X') return [littleAt(bytes, 24, 3) + 1, littleAt(bytes, 27, 3) + 1];
  if (part === 'VP8 ') return [littleAt(bytes, 26, 2) & 0x3fff, littleAt(bytes, 28, 2) & 0x3fff];
  if (part !== 'VP8L') return null;
  const bits = littleAt(bytes, 21, 4);
  return [(bits & 0x3fff) + 1, (Math.floor(bits / 0x4000) & 0x3fff) + 1];
}

/** A picture too large for a reader's memory is refused (trust.md row 131). */
function isWebpPicture(bytes: Uint8Array): boolean {
  const [width, height] = webpSize(bytes) ?? [0, 0];
  return width > 0 && height > 0 && width * height <= fileLimits.pixels;
}

/** The type of a photo or a voice note by what is in it, whatever its sender says; null for what is neither. */
export function attachmentTypeOf(bytes: Uint8Array): AttachmentType | null {
  const picture = fileTypeOf(bytes);
  if (picture === 'image/jpeg' || picture === 'image/png') return picture;
  if (asciiAt(bytes, 0, 4) === 'RIFF' && asciiAt(bytes, 8, 4) === 'WEBP')
    return isWebpPicture(bytes) ? 'image/webp' : null;
  if (littleAt(bytes, 0, 4) === 0xa3df451a) return 'audio/webm';
  if (asciiAt(bytes, 0, 4) === 'OggS') return 'audio/ogg';
  return asciiAt(bytes, 4, 4) === 'ftyp' ? 'audio/mp4' : null;
}
