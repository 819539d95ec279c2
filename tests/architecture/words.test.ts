import { describe, expect, test } from 'vitest';
import { readDocuments, readSources } from './sources.ts';
import { emptyWords, straySpanish, strayWords } from './words.ts';

const product = readSources();
const everything = new Map([...readSources(['src', 'sw', 'tests']), ...readDocuments()]);
const only = (path: string, text: string): Map<string, string> => new Map([[path, text]]);

describe('The words of the code', () => {
  test('name a subject: no file, folder or declaration is called by a word that says nothing', () => {
    expect(emptyWords(product)).toEqual([]);
  });

  test('for people stand with the labels, the problems and the screens', () => {
    expect(straySpanish(product)).toEqual([]);
  });

  test('speak of the product alone', () => {
    expect(strayWords(everything)).toEqual([]);
  });
});

describe('The checker itself', () => {
  test('reads more than ten files and finds Spanish where it belongs', () => {
    expect(product.size).toBeGreaterThan(10);
    const elsewhere = [...product].map(([path, text]) => [path.replace('src/domain/', 'src/app/net/'), text] as const);
    expect(straySpanish(new Map(elsewhere)).length).toBeGreaterThan(0);
  });

  test.each([
    ['src/domain/utils.ts', ''],
    ['src/domain/date-helpers.ts', ''],
    ['src/app/common/dates.ts', ''],
    ['src/domain/dates.ts', 'export class OutboxManager {}'],
    ['src/domain/dates.ts', 'const data = 1;'],
  ])('notices a name that says nothing in %s: %s', (path, text) => {
    expect(emptyWords(only(path, text)).length).toBeGreaterThan(0);
  });

  test('lets the screen of the URL data and a word inside a word pass', () => {
    expect(emptyWords(only('src/app/routes/data.tsx', 'const dataset = 1;'))).toEqual([]);
    expect(emptyWords(only('src/server/database/open.ts', 'type Database = 1; const logInfoLine = 2;'))).toEqual([]);
  });

  test.each([
    ["const text = 'No se encontró el lote';"],
    ["const text = 'Guardado en el celular de la manga';"],
    ['const text = `Se vendieron ${count} vacas de ${lot} en la feria`;'],
  ])('notices a Spanish sentence planted in the server: %s', (text) => {
    expect(straySpanish(only('src/server/http/planted.ts', text))).toHaveLength(1);
    expect(straySpanish(only('src/app/features/lots/planted.tsx', text))).toEqual([]);
  });

  test('lets English sentences, single words and comments pass', () => {
    const text = "// 'No se encontró' comes from the wire\nconst a = 'the request has no key'; const b = 'Lluvia';";
    expect(straySpanish(only('src/server/http/planted.ts', text))).toEqual([]);
  });

  test.each([['// see /wo' + 'rk/notes'], ['/* asked the ag' + 'ent */'], ['// TO' + 'DO later']])(
    'notices a word that is not about the product: %s',
    (text) => {
      expect(strayWords(only('src/domain/planted.ts', text))).toHaveLength(1);
    },
  );

  test('lets the browser’s user agent and the working folder pass', () => {
    expect(strayWords(only('src/domain/planted.ts', '// the user agent, the workers, src/work/x'))).toEqual([]);
  });
});
