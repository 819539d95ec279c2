import { describe, expect, test } from 'vitest';
import { asksForMake } from './backends.ts';
import { readSources } from './sources.ts';

const sources = readSources();

describe('A backend of another make', () => {
  test('is chosen in one place: no other line asks which make the backend is', () => {
    expect(asksForMake(sources)).toEqual([]);
  });
});

describe('The checker itself', () => {
  const planted = (text: string, path = 'src/app/sync/outbox/planted.ts'): string[] =>
    asksForMake(new Map([[path, text]]));

  test.each([
    "import { pullLists } from '../plain-backend/lists.ts';",
    "const { pullLists } = await import('../plain-backend/lists.ts');",
    'if (isForeign(sync)) return null;',
    'if (backendOf(sync) === plainBackend) return null;',
    'const most = toForeign ? 1 : 50;',
    "import { noEpoch } from '../../store/whole.ts';",
  ])('notices a planted %s', (text) => {
    expect(planted(text)).toHaveLength(1);
  });

  test('lets what asks for an ability pass, and the adapter and its chooser themselves', () => {
    expect(planted("if (!backendOf(sync).has('blobs')) return; // not isForeign(sync)")).toEqual([]);
    expect(
      planted("import { plainBackend } from './plain-backend/plain-backend.ts';", 'src/app/sync/backend-of.ts'),
    ).toEqual([]);
    expect(planted('export const plainBackend = {};', 'src/app/sync/plain-backend/planted.ts')).toEqual([]);
    expect(planted('const number = isForeign(phone);', 'src/server/features/accounts/planted.ts')).toEqual([]);
  });

  test('finds what it looks for where it belongs', () => {
    const outside = new Map([...sources].map(([path, text]) => [path.replace('/backend-of.ts', '/outside.ts'), text]));
    expect(asksForMake(outside).length).toBeGreaterThan(2);
  });
});
