import { describe, expect, test } from 'vitest';
import { fileTypeOf } from '../../src/domain/office/file-types.ts';
import { withoutMetadata } from '../../src/domain/office/picture-metadata.ts';

type Part = string | readonly number[];
const bytesOf = (...parts: readonly Part[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? Array.from(part, (c) => c.charCodeAt(0)) : part)),
  );
const two = (value: number): number[] => [value >> 8, value & 0xff];
const four = (value: number): number[] => [...two(value >>> 16), ...two(value & 0xffff)];
const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

const segment = (marker: number, ...parts: readonly Part[]): number[] => {
  const body = Array.from(bytesOf(...parts));
  return [0xff, marker, ...two(body.length + 2), ...body];
};
/** What a camera notes: the way up, and where it was. */
const notes = (orientation: number, isLittle = false): number[] => {
  const short = (value: number) => (isLittle ? two(value).toReversed() : two(value));
  const long = (value: number) => (isLittle ? four(value).toReversed() : four(value));
  const entry = [...short(0x0112), ...short(3), ...long(1), ...short(orientation), 0, 0];
  const gps = [...short(0x8825), ...short(4), ...long(1), ...long(99)];
  const list = [...short(2), ...gps, ...entry, ...long(0)];
  return segment(0xe1, 'Exif\0\0', isLittle ? 'II' : 'MM', short(42), long(8), list, 'GPS -34.6037 -58.3816');
};
const start = [0xff, 0xd8];
const frame = segment(0xc0, [8, 0, 10, 0, 20, 1, 1, 0x11, 0]);
/** The picture's own bytes, with what looks like marks and is none. */
const scan = [...segment(0xda, [1, 1, 0, 0, 63, 0]), 1, 2, 0xff, 0, 3, 0xff, 0xd0, 4];
const end = [0xff, 0xd9];
const jfif = segment(0xe0, 'JFIF\0', [1, 1, 0, 0, 1, 0, 1, 0, 0]);
const colours = segment(0xe2, 'ICC_PROFILE\0', [1, 1, 7, 7]);
const adobe = segment(0xee, 'Adobe', [0, 100, 0, 0, 0, 0, 1]);

describe('A photo', () => {
  test('loses where it was taken and every remark, and keeps its picture and its colours', () => {
    const remarks = [notes(1), segment(0xfe, 'GPS in a remark'), segment(0xe1, 'http://ns.adobe.com/xap/ GPS')];
    const photo = bytesOf(start, jfif, ...remarks, colours, adobe, segment(0xe2, 'MPF\0 GPS'), frame, scan, end);
    const clean = withoutMetadata(photo, 'image/jpeg');
    expect(textOf(clean)).not.toContain('GPS');
    expect(textOf(clean)).not.toContain('adobe.com');
    for (const part of [jfif, colours, adobe, frame, scan, end]) expect(textOf(clean)).toContain(textOf(bytesOf(part)));
    expect(fileTypeOf(clean)).toBe('image/jpeg');
  });

  test.each([
    [6, false],
    [8, true],
  ])('keeps the way up that it is shown: %s', (orientation, isLittle) => {
    const photo = bytesOf(start, notes(orientation, isLittle), frame, scan, end);
    const clean = withoutMetadata(photo, 'image/jpeg');
    const note = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
    const exif = segment(0xe1, 'Exif\0\0MM\0*', [0, 0, 0, 8], note);
    expect(Array.from(clean)).toEqual(Array.from(bytesOf(start, exif, frame, scan, end)));
    expect(withoutMetadata(clean, 'image/jpeg')).toEqual(clean);
  });

  test('in several passes keeps them all', () => {
    const photo = bytesOf(start, frame, scan, segment(0xc4, [0, 1]), scan, end);
    expect(withoutMetadata(photo, 'image/jpeg')).toEqual(photo);
  });

  test('loses the film that hangs on its end', () => {
    const photo = bytesOf(start, frame, scan, end);
    expect(withoutMetadata(bytesOf(Array.from(photo), 'ftyp GPS'), 'image/jpeg')).toEqual(photo);
  });

  test.each<[string, Part[]]>([
    ['in its notes', [start, [0xff, 0xe1, 0, 200], 'Exif\0\0']],
    ['after its frame', [start, frame]],
    ['in the picture', [start, frame, scan]],
    ['in notes that point nowhere', [start, segment(0xe1, 'Exif\0\0MM\0*', four(0xffffff)), frame, scan, end]],
  ])('that is cut off %s harms nobody', (_where, parts) => {
    const photo = bytesOf(...parts);
    expect(withoutMetadata(photo, 'image/jpeg').length).toBeLessThanOrEqual(photo.length);
  });
});

describe('A picture as PNG', () => {
  const head = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  const chunk = (kind: string, body: Part = []): number[] => {
    const content = bytesOf(body);
    return [...four(content.length), ...Array.from(bytesOf(kind)), ...Array.from(content), 9, 9, 9, 9];
  };
  const size = chunk('IHDR', [...four(20), ...four(10), 8, 2, 0, 0, 0]);

  test('loses its remarks and what hangs on its end', () => {
    const remarks = ['eXIf', 'tEXt', 'iTXt', 'zTXt', 'tIME'].map((kind) => chunk(kind, 'GPS'));
    const clean = bytesOf(head, size, chunk('IDAT', 'points'), chunk('IEND'));
    const picture = bytesOf(head, size, ...remarks, chunk('IDAT', 'points'), chunk('IEND'), 'GPS behind');
    expect(withoutMetadata(picture, 'image/png')).toEqual(clean);
    expect(fileTypeOf(clean)).toBe('image/png');
  });
});

describe('A PDF', () => {
  test('stays as it is', () => {
    const pdf = bytesOf('%PDF-1.7 GPS');
    expect(withoutMetadata(pdf, 'application/pdf')).toBe(pdf);
  });
});
