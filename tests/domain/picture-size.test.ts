import { describe, expect, test } from 'vitest';
import { attachmentLimits, attachmentTypeOf } from '../../src/domain/attachments.ts';
import { fileLimits, fileTypeOf } from '../../src/domain/office/file-types.ts';
import { pngOf, webpOf } from '../support/pictures.ts';

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  new Uint8Array([
    ...parts.flatMap((part) => (typeof part === 'string' ? Array.from(part, (sign) => sign.charCodeAt(0)) : part)),
    ...Array.from({ length: 64 }, () => 0),
  ]);
const pair = (value: number): number[] => [value >> 8, value & 255];
const little = (value: number): number[] => pair(value).toReversed();

/** What a camera writes before it says how large the picture is, among it a small picture of its own. */
const before = [
  0xff,
  0xe1,
  0,
  21,
  ...bytes('Exif\0\0').slice(0, 6),
  0xff,
  0xd8,
  0xff,
  0xc0,
  0,
  17,
  8,
  0,
  1,
  0,
  1,
  3,
  0,
];
const jpeg =
  (frame: number) =>
  (width: number, height: number): Uint8Array =>
    bytes([0xff, 0xd8], before, [0xff, frame, 0, 17, 8, ...pair(height), ...pair(width), 3, 0, 0, 0]);
const webp =
  (kind: 'VP8 ' | 'VP8L') =>
  (width: number, height: number): Uint8Array => {
    const size =
      kind === 'VP8 '
        ? [0, 0, 0, 0x9d, 0x01, 0x2a, ...little(width), ...little(height)]
        : [
            0x2f,
            (width - 1) & 255,
            ((width - 1) >> 8) | (((height - 1) & 3) << 6),
            ((height - 1) >> 2) & 255,
            (height - 1) >> 10,
          ];
    return bytes('RIFF', [0, 0, 0, 0], 'WEBP', kind, [0, 0, 0, 0], size);
  };

const forms = [
  ['PNG', 'image/png', (width: number, height: number) => pngOf(1, width, height)],
  ['JPEG', 'image/jpeg', jpeg(0xc0)],
  ['progressive JPEG', 'image/jpeg', jpeg(0xc2)],
  ['WebP', 'image/webp', webp('VP8 ')],
  ['lossless WebP', 'image/webp', webp('VP8L')],
  ['extended WebP', 'image/webp', (width: number, height: number) => webpOf(1, width, height)],
] as const;

describe('A picture of a kilobyte', () => {
  test.each(forms)('that says it has forty million points is taken, one more row is not: %s', (_form, type, make) => {
    expect(attachmentTypeOf(make(8000, 5000))).toBe(type);
    expect(attachmentTypeOf(make(5000, 8000))).toBe(type);
    for (const [width, height] of [
      [8000, 5001],
      [5001, 8000],
      [16_000, 16_000],
    ] as const) {
      expect(attachmentTypeOf(make(width, height))).toBeNull();
      expect(fileTypeOf(make(width, height))).toBeNull();
    }
  });

  test.each(forms.slice(0, 3))('that says it has no points, or does not say, is none: %s', (_form, _type, make) => {
    expect(attachmentTypeOf(make(0, 100))).toBeNull();
    expect(attachmentTypeOf(make(100, 100).slice(0, 12))).toBeNull();
  });

  test('of a kind whose size nobody reads here is not taken at all', () => {
    expect(attachmentTypeOf(bytes('GIF89a', [1, 0, 1, 0]))).toBeNull();
    expect(attachmentTypeOf(bytes('BM', [1, 0, 1, 0]))).toBeNull();
    expect(attachmentTypeOf(bytes('II*\0', [1, 0, 1, 0]))).toBeNull();
  });

  test('is far smaller as a phone sends it', () => {
    expect(attachmentLimits.photoSide ** 2 * 10).toBeLessThan(fileLimits.pixels);
  });
});
