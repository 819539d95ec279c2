import { createHash } from 'node:crypto';

/** The smallest that passes for a picture or a sound: its first bytes are right, the rest is filling. `mark` makes each unlike the others. */
function filled(start: readonly number[], mark: number, size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.max(size, start.length + 4));
  bytes.set(start);
  new DataView(bytes.buffer).setUint32(bytes.length - 4, mark);
  return bytes;
}

const big = (value: number, length: number): number[] =>
  Array.from({ length }, (_, index) => Math.floor(value / 256 ** (length - 1 - index)) % 256);
const little = (value: number, length: number): number[] => big(value, length).toReversed();
const ascii = (text: string): number[] => Array.from(text, (sign) => sign.charCodeAt(0));

/** A JPEG of 16 by 16 points. */
export const jpegOf = (mark: number, size = 64): Uint8Array<ArrayBuffer> =>
  filled([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 16, 0, 16, 3, 0, 0, 0, 0], mark, size);

/** A PNG. */
export const pngOf = (mark: number, width = 16, height = 16): Uint8Array<ArrayBuffer> =>
  filled(
    [
      0x89,
      0x50,
      0x4e,
      0x47,
      0x0d,
      0x0a,
      0x1a,
      0x0a,
      0,
      0,
      0,
      13,
      ...ascii('IHDR'),
      ...big(width, 4),
      ...big(height, 4),
    ],
    mark,
    64,
  );

/** A WebP of the extended form. */
export const webpOf = (mark: number, width = 16, height = 16): Uint8Array<ArrayBuffer> =>
  filled(
    [
      ...ascii('RIFF'),
      0,
      0,
      0,
      0,
      ...ascii('WEBPVP8X'),
      10,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      ...little(width - 1, 3),
      ...little(height - 1, 3),
    ],
    mark,
    64,
  );

const starts = {
  webm: [0x1a, 0x45, 0xdf, 0xa3],
  mp4: [0, 0, 0, 24, ...ascii('ftypM4A ')],
  ogg: ascii('OggS'),
} as const;

/** A sound. */
export const audioOf = (kind: keyof typeof starts, size = 64): Uint8Array<ArrayBuffer> => filled(starts[kind], 1, size);

/** The name that a photo or sound goes by. */
export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
