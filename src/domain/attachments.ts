import { fileLimits, fileTypeOf, lettersAt } from './office/file-types.ts';

/** Wire type → file ending. */
export const attachmentTypes = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'audio/webm': 'webm',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
} as const;
export type AttachmentType = keyof typeof attachmentTypes;

/** Server's bounds (domain.md F17, §2.11; trust.md row 130). Phones shrink files far below. */
export const attachmentLimits = {
  bytes: 5 * 1024 * 1024,
  photoSide: 1600,
  voiceSeconds: 120,
} as const;

const littleAt = (bytes: Uint8Array, at: number, length: number): number =>
  bytes.subarray(at, at + length).reduce((sum, byte, index) => sum + byte * 256 ** index, 0);

/** Width and height, by the three encodings of WebP. */
function webpSize(bytes: Uint8Array): readonly [number, number] | null {
  if (bytes.length < 30) return null;
  const part = lettersAt(bytes, 12, 16);
  if (part === 'VP8X') return [littleAt(bytes, 24, 3) + 1, littleAt(bytes, 27, 3) + 1];
  if (part === 'VP8 ') return [littleAt(bytes, 26, 2) & 0x3fff, littleAt(bytes, 28, 2) & 0x3fff];
  if (part !== 'VP8L') return null;
  const bits = littleAt(bytes, 21, 4);
  return [(bits & 0x3fff) + 1, (Math.floor(bits / 0x4000) & 0x3fff) + 1];
}

/** Pictures too large to decode in memory are refused (trust.md row 131). */
function isWebpPicture(bytes: Uint8Array): boolean {
  const [width, height] = webpSize(bytes) ?? [0, 0];
  return width > 0 && height > 0 && width * height <= fileLimits.pixels;
}

/** The type by content, whatever the sender claims; null for anything else. */
export function attachmentTypeOf(bytes: Uint8Array): AttachmentType | null {
  const picture = fileTypeOf(bytes);
  if (picture === 'image/jpeg' || picture === 'image/png') return picture;
  if (lettersAt(bytes, 0, 4) === 'RIFF' && lettersAt(bytes, 8, 12) === 'WEBP')
    return isWebpPicture(bytes) ? 'image/webp' : null;
  if (littleAt(bytes, 0, 4) === 0xa3df451a) return 'audio/webm';
  if (lettersAt(bytes, 0, 4) === 'OggS') return 'audio/ogg';
  return lettersAt(bytes, 4, 8) === 'ftyp' ? 'audio/mp4' : null;
}
