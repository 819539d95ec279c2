import { sumOf } from '../rows.ts';
import { type FileType, lettersAt } from './file-types.ts';

/** Removes place, time and device from a picture (trust.md row 135); pixels and orientation stay. PDFs are unchanged. */
export function withoutMetadata(bytes: Uint8Array, type: FileType): Uint8Array {
  if (type === 'image/jpeg') return joined(jpegParts(bytes));
  return type === 'image/png' ? joined(pngParts(bytes)) : bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(sumOf(parts, (part) => part.length));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const endOfPicture = 0xd9;
/** Escaped 0xff and restart markers. */
const isInside = (marker: number): boolean => marker === 0 || (marker >= 0xd0 && marker <= 0xd7);

/** The segments up to the end of the picture; what follows (a film, a second photo) is dropped. */
function jpegParts(bytes: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 3 < bytes.length) {
    const next = nextMarker(bytes, at);
    // Entropy-coded bytes between two markers.
    if (next > at) parts.push(bytes.subarray(at, next));
    if (next + 3 >= bytes.length || bytes[next + 1] === endOfPicture) {
      parts.push(bytes.subarray(next, next + 2));
      break;
    }
    const end = next + 2 + viewOf(bytes).getUint16(next + 2);
    const segment = bytes.subarray(next, end);
    const stored = keptSegment(segment);
    if (stored) parts.push(stored);
    at = end;
  }
  return parts;
}

function nextMarker(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at + 1 < bytes.length && (bytes[at] !== 0xff || bytes[at + 1] === 0xff || isInside(bytes[at + 1] ?? 0)))
    at += 1;
  return at;
}

/** Keeps colour profiles; drops comments; reduces Exif to the orientation. */
function keptSegment(segment: Uint8Array): Uint8Array | null {
  const marker = segment[1] ?? 0;
  const isRemark = marker === 0xfe || (marker >= 0xe1 && marker <= 0xef && marker !== 0xee);
  if (!isRemark || lettersAt(segment, 4, 15) === 'ICC_PROFILE') return segment;
  const wayUp = lettersAt(segment, 4, 10) === 'Exif\0\0' ? orientationIn(segment.subarray(10)) : null;
  return wayUp === null ? null : exifOf(wayUp);
}

const orientationTag = 0x0112;

function orientationIn(tiff: Uint8Array): number | null {
  if (tiff.length < 8) return null;
  const view = viewOf(tiff);
  const isLittle = lettersAt(tiff, 0, 2) === 'II';
  const list = view.getUint32(4, isLittle);
  const count = list + 2 <= tiff.length ? view.getUint16(list, isLittle) : 0;
  for (let entry = list + 2; entry < list + 2 + 12 * count && entry + 12 <= tiff.length; entry += 12) {
    if (view.getUint16(entry, isLittle) !== orientationTag) continue;
    const value = view.getUint16(entry + 8, isLittle);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}

function exifOf(orientation: number): Uint8Array {
  const start = [0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1];
  return Uint8Array.from([...start, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]);
}

const pngRemarks: ReadonlySet<string> = new Set(['eXIf', 'tEXt', 'iTXt', 'zTXt', 'tIME']);

function pngParts(bytes: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [bytes.subarray(0, 8)];
  let at = 8;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + viewOf(bytes).getUint32(at);
    const kind = lettersAt(bytes, at + 4, at + 8);
    if (!pngRemarks.has(kind)) parts.push(bytes.subarray(at, end));
    if (kind === 'IEND') break;
    at = end;
  }
  return parts;
}
