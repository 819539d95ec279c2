import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { allEndpoints } from '../../src/contract/endpoints.ts';
import { normalizePhone } from '../../src/domain/people/phone.ts';

/** As much as a body may hold, of signs that have made patterns try every way to read them. */
const length = 200_000;
const long: readonly string[] = [
  `a@${'.'.repeat(length)}@`,
  `a@${'a.'.repeat(length / 2)}@`,
  `${'a'.repeat(length)}!`,
  `${' '.repeat(length)}x`,
  `${'0'.repeat(length)}x`,
  `${'1,'.repeat(length / 2)}x`,
  `${'-'.repeat(length)}x`,
  `${'{}'.repeat(length / 2)}x`,
  '\u0301'.repeat(length),
];

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly anyOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
}
const fieldsOf = ({ properties = {}, anyOf = [], allOf = [] }: Shape): readonly string[] => [
  ...Object.keys(properties),
  ...[...anyOf, ...allOf].flatMap(fieldsOf),
];

/** A pattern that tries every way takes minutes for such a text; one that does not takes some milliseconds, or more on a busy machine. */
const mostMs = 1000;

/** Milliseconds that some work takes, at its best of two. */
function quickest(work: () => unknown): number {
  const once = (): number => {
    const began = performance.now();
    work();
    return performance.now() - began;
  };
  const first = once();
  return first < mostMs ? first : Math.min(first, once());
}

test('No text takes long to judge, whatever field of whatever call it stands in', () => {
  const slow: unknown[] = [];
  const seen = new Set<unknown>();
  for (const { name, endpoint } of allEndpoints) {
    const { body } = endpoint;
    if (body === null || seen.has(body)) continue;
    seen.add(body);
    const fields = new Set(fieldsOf(z.toJSONSchema(body, { unrepresentable: 'any', io: 'input' }) as Shape));
    for (const field of fields)
      for (const [index, text] of long.entries()) {
        const took = quickest(() => body.safeParse({ [field]: text }));
        if (took > mostMs) slow.push([name, field, index, Math.round(took)]);
      }
  }
  expect(slow).toEqual([]);
}, 300_000);

test('No telephone takes long to read, however long it is', () => {
  for (const text of long) expect(quickest(() => normalizePhone(text))).toBeLessThan(mostMs);
});
