// @vitest-environment node
import fc from 'fast-check';
import encode from 'qr';
import { describe, expect, test, vi } from 'vitest';
import { collect, framesOf, nothingCollected, pack, unpack } from '../../../src/app/features/pending/codes.ts';
import { readCode } from '../../../src/app/platform/qr/reading.ts';

/** A code as a camera sees it: black on white, some pixels to a square. */
function seen(text: string): ImageData {
  const squares = encode(text, 'raw', { ecc: 'low', border: 4 });
  const scale = 4;
  const size = squares.length * scale;
  const data = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const isBlack = squares[Math.floor(y / scale)]?.[Math.floor(x / scale)];
      if (isBlack) data.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
    }
  }
  return { data, width: size, height: size, colorSpace: 'srgb' } as ImageData;
}
const letters = fc.string({
  minLength: 0,
  maxLength: 3000,
  unit: fc.constantFrom('a', 'b', 'X', 'Z', '0', '9', '-', '_'),
});

/** A text of zeros, packed: a thousand bytes for each that goes on the codes. */
async function bomb(megabytes: number): Promise<string> {
  const zeros = new Uint8Array(1024 * 1024);
  let left = megabytes;
  const source = new ReadableStream<BufferSource>({
    pull: (controller) => {
      left -= 1;
      if (left < 0) controller.close();
      else controller.enqueue(zeros);
    },
  });
  const packed = source.pipeThrough(new CompressionStream('deflate-raw'));
  return Buffer.from(await new Response(packed).arrayBuffer()).toString('base64url');
}

describe('Codes that inflate to more than any phone’s records', () => {
  test('are given up while they inflate, long before they are whole', async () => {
    const text = await bomb(512);
    expect(text.length).toBeLessThan(1_000_000);
    let inflated = 0;
    const whole = globalThis.DecompressionStream;
    class Counting extends whole {
      constructor(format: CompressionFormat) {
        super(format);
        const counted = new TransformStream<Uint8Array, Uint8Array>({
          transform: (part, controller) => {
            inflated += part.length;
            controller.enqueue(part);
          },
        });
        const readable = super.readable.pipeThrough(
          counted as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>,
        );
        Object.defineProperty(this, 'readable', { value: readable });
      }
    }
    vi.stubGlobal('DecompressionStream', Counting);
    try {
      expect(await unpack(text)).toBeNull();
    } finally {
      vi.unstubAllGlobals();
    }
    expect(inflated).toBeGreaterThan(8 * 1024 * 1024);
    expect(inflated).toBeLessThan(12 * 1024 * 1024);
  });

  test('and those that are too many are not begun', async () => {
    expect(await unpack('A'.repeat(4 * 1024 * 1024 + 1))).toBeNull();
  });
});

describe('Records as a series of codes', () => {
  test('come together from any order, with codes that are seen again and codes of others in between', () => {
    fc.assert(
      fc.property(letters, fc.array(fc.nat(), { minLength: 40, maxLength: 40 }), (text, order) => {
        const frames = framesOf(text);
        const shuffled = [...frames, ...frames, 'https://example.test', 'TQ1:zz:9:3:x']
          .map((frame, index) => ({ frame, at: order[index % order.length] ?? 0 }))
          .toSorted((a, b) => a.at - b.at);
        let collected = nothingCollected;
        for (const { frame } of shuffled) if (collected.text === null) collected = collect(collected, frame);
        expect(collected.text).toBe(text);
      }),
      { numRuns: 200 },
    );
  });

  test('of another package begin anew', () => {
    const [first = ''] = framesOf('a'.repeat(1500));
    const other = framesOf('b'.repeat(1500));
    const begun = collect(nothingCollected, first);
    expect(other.reduce(collect, begun).text).toBe('b'.repeat(1500));
  });

  test('are packed, drawn, read and unpacked to what they were', async () => {
    const text = JSON.stringify({
      detail: 'Ñandú 🐄 en El Ombú',
      lines: Array.from({ length: 40 }, (_, n) => ({ n })),
    });
    const frames = framesOf(await pack(text));
    let collected = nothingCollected;
    for (const frame of frames) collected = collect(collected, (await readCode(seen(frame))) ?? '');
    expect(await unpack(collected.text ?? '')).toBe(text);
  });

  test('that are no package unpack to nothing', async () => {
    for (const text of ['', '***', 'abc', 'AAAA']) expect(await unpack(text)).toBeNull();
  });

  test('nothing is read where there is no code', async () => {
    const data = new Uint8ClampedArray(200 * 200 * 4).fill(255);
    expect(await readCode({ data, width: 200, height: 200, colorSpace: 'srgb' } as ImageData)).toBeNull();
  });
});
