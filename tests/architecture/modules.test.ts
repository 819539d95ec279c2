import { describe, expect, test } from 'vitest';
import { cycles } from './cycles.ts';
import { importSpecifiers } from './imports.ts';
import { moduleOf, trespasses } from './modules.ts';
import { readSources } from './sources.ts';

const sources = readSources();
const only = (path: string, text: string): Map<string, string> => new Map([[path, text]]);

describe('The rooms of the product', () => {
  test('every file lives in a room and imports only what its row of the table lists', () => {
    expect(trespasses(sources)).toEqual([]);
  });

  test('no file imports itself by way of others', () => {
    expect(cycles(sources)).toEqual([]);
  });

  test('what the phone loads never imports the server, so the app builds with src/server deleted', () => {
    const phone = [...sources].filter(([path]) => /^(?:sw|src\/(?:app|contract|domain))\//.test(path));
    const fromServer = phone.filter(([, text]) => importSpecifiers(text).some((wanted) => wanted.includes('/server/')));
    expect(fromServer.map(([path]) => path)).toEqual([]);
    expect(phone.length).toBeGreaterThan(10);
  });
});

describe('The checker itself', () => {
  test('reads more than ten files and more than ten imports', () => {
    const imports = [...sources.values()].flatMap(importSpecifiers);
    expect(sources.size).toBeGreaterThan(10);
    expect(imports.length).toBeGreaterThan(10);
  });

  test.each([
    ['src/domain/planted.ts', "import { db } from '../server/database/db.ts';"],
    ['src/domain/planted.ts', "import type { Endpoint } from '../contract/endpoints/endpoint.ts';"],
    ['src/domain/planted.ts', "import { readFileSync } from 'node:fs';"],
    ['src/contract/planted.ts', "export * from '../app/net/call.ts';"],
    ['src/app/net/planted.ts', "import { outbox } from '../store/outbox.ts';"],
    ['src/app/ui/planted.tsx', "import { kinds } from '../../domain/movements/registry.ts';"],
    ['src/app/features/lots/planted.tsx', "import { Birth } from '../birth/birth.tsx';"],
    ['src/app/features/lots/planted.tsx', "import { Birth } from '#features/birth/birth.tsx';"],
    ['src/app/ui/planted.tsx', "import { kinds } from '#domain/movements/registry.ts';"],
    ['src/app/routes/planted.tsx', "const page = () => import('../sync/runner.ts');"],
    ['src/server/herd/lots/planted.ts', "import { a,\n  b } from '../movements/write.ts';"],
    ['src/server/http/planted.ts', "import { sql } from 'kysely';"],
    ['src/commands/planted.mjs', "import '../server/main.ts';"],
    ['src/helpers/planted.ts', ''],
  ])('notices a trespass planted in %s: %s', (path, text) => {
    expect(trespasses(only(path, text))).toHaveLength(1);
  });

  test('lets the imports of the table pass', () => {
    const text =
      "import * as z from 'zod/mini';\nimport { today } from '../domain/dates.ts'; // from '../server/main.ts'";
    expect(trespasses(only('src/contract/planted.ts', text))).toEqual([]);
    expect(trespasses(only('src/app/features/lots/list.tsx', "import { row } from './row.tsx';"))).toEqual([]);
  });

  test('notices a planted circle', () => {
    const circle = new Map([
      ['src/domain/a.ts', "import { b } from './b.ts';"],
      ['src/domain/b.ts', "export { c } from './c.ts';"],
      ['src/domain/c.ts', "import { a } from './a.ts';"],
    ]);
    expect(cycles(circle)).toEqual(['src/domain/a.ts -> src/domain/b.ts -> src/domain/c.ts -> src/domain/a.ts']);
  });

  test('does not take a call for an import, and finds each way of importing', () => {
    const text = [
      "const one = Buffer.from('one', 'base64');",
      "const two = Array.from(`two`).concat(host.import('three'));",
      "import 'four';",
      "const five = import('five');",
      "export { six } from 'six';",
    ].join('\n');
    expect(importSpecifiers(text)).toEqual(['four', 'five', 'six']);
  });

  test('does not take a word in a string, a comment or a pattern for an import', () => {
    const text = [
      'const a = "import x from \'one\'";',
      '/* import x from "two"; */',
      'const b = /from "three"/;',
      "const c = `${`from ${'four'}`} from`;",
      'const page = <a href="https://example.org">it\'s</a>;',
      "import five from 'five';",
    ].join('\n');
    expect(importSpecifiers(text)).toEqual(['five']);
  });

  test('knows the room of a file by its path', () => {
    expect(moduleOf('src/app/main.tsx')).toBe('app');
    expect(moduleOf('src/app/features/lots/list.tsx')).toBe('app/features');
    expect(moduleOf('src/server/tsconfig.json')).toBe('server');
    expect(moduleOf('src/app/unknown/file.ts')).toBeUndefined();
  });
});
