import { describe, expect, test } from 'vitest';
import { readPastedLots, withoutLines } from '../../../../src/app/features/start/pasted-lots.ts';
import { nameKey } from '../../../../src/domain/farm/distinct-names.ts';

const none: ReadonlySet<string> = new Set();
const read = (text: string, taken: readonly string[] = []) => readPastedLots(text, new Set(taken.map(nameKey)));
/** Each line as `name hectares`, or its number and what is wrong with it. */
const told = (text: string, taken: readonly string[] = []): readonly string[] =>
  read(text, taken).map(({ number, name, hectares, error }) => (error ? `${number}: ${error}` : `${name} ${hectares}`));

describe('a pasted list of lots', () => {
  test.each([
    ['El Bajo\t80', 'El Bajo 80'],
    ['El Bajo;80', 'El Bajo 80'],
    ['  El Bajo  ;  80  ', 'El Bajo 80'],
    ['Lote 3\t45,5', 'Lote 3 45.5'],
    ['Lote 3;45.5', 'Lote 3 45.5'],
    ['La Loma;1.234,5', 'La Loma 1234.5'],
    ['La Loma;1 234', 'La Loma 1234'],
    ['La Loma;120 ha', 'La Loma 120'],
    ['La Loma;120has.', 'La Loma 120'],
    ['La Loma\t120 hectáreas', 'La Loma 120'],
    ['"La Loma; fondo"\t"12,5"', 'La Loma; fondo 12.5'],
    ['\uFEFFEl Bajo;80\r', 'El Bajo 80'],
    ['El Bajo\t80\tPastura\tcon molino', 'El Bajo 80'],
  ])('«%s» is understood', (line, wanted) => {
    expect(told(line)).toEqual([wanted]);
  });

  test.each([
    ['El Bajo 80', '1: Entre el nombre y las hectáreas va un tabulador o punto y coma'],
    ['El Bajo', '1: Entre el nombre y las hectáreas va un tabulador o punto y coma'],
    ['El Bajo;', '1: Ingresá las hectáreas'],
    ['El Bajo;0', '1: Ingresá las hectáreas'],
    ['El Bajo;-5', '1: Ingresá las hectáreas'],
    ['El Bajo;muchas', '1: No se entiende «muchas» como hectáreas'],
    ['El Bajo;1,234.5', '1: No se entiende «1,234.5» como hectáreas'],
    ['El Bajo;1.234', '1: ¿1234 o 1,234 ha? Escribilo sin punto, o con coma'],
    ['El Bajo;45,555', '1: Usá como máximo dos decimales'],
    ['El Bajo;9000000', '1: Son demasiadas hectáreas'],
    [';80', '1: Ingresá el nombre del lote'],
    [`${'Potrero '.repeat(9)};80`, '1: Usá como máximo 60 caracteres'],
  ])('«%s» says what is wrong', (line, wanted) => {
    expect(told(line)).toEqual([wanted]);
  });

  test('passes over empty lines, and counts them as people do', () => {
    expect(told('\n\nEl Bajo;80\n   \n;5\n')).toEqual(['El Bajo 80', '5: Ingresá el nombre del lote']);
  });

  test.each(['Lote;Has', 'Nombre\tHectáreas', 'POTRERO;Superficie (ha)', 'lote;ha', 'Lote;Área'])(
    'passes over the heading «%s» of a sheet',
    (heading) => {
      expect(told(`${heading}\nEl Bajo;80`)).toEqual(['El Bajo 80']);
    },
  );

  test('takes no lot for a heading', () => {
    expect(told('Lote 1;muchas\nLote;Has')).toEqual([
      '1: No se entiende «muchas» como hectáreas',
      '2: Ingresá las hectáreas',
    ]);
  });

  test('points out a name that stands already, whatever its case and accents', () => {
    expect(told('el ombu;80\nEl Bajo;5', ['El Ombú'])).toEqual(['1: Ya existe un lote con ese nombre', 'El Bajo 5']);
  });

  test('points out a name that comes twice, and takes the first', () => {
    expect(told('Ñandú;80\nEl Bajo;5\nnandu ;7')).toEqual([
      'Ñandú 80',
      'El Bajo 5',
      '3: Repetido: ya está en la línea 1',
    ]);
  });

  test('lets the second of two through where the first was wrong', () => {
    expect(told('El Bajo;x\nEl Bajo;5')).toEqual(['1: No se entiende «x» como hectáreas', 'El Bajo 5']);
  });

  test('has a line for every bad one, however it reads', () => {
    expect(read('sin separador')).toEqual([
      {
        number: 1,
        name: 'sin separador',
        hectares: null,
        error: 'Entre el nombre y las hectáreas va un tabulador o punto y coma',
      },
    ]);
  });

  test('of a thousand lines is read whole', () => {
    const text = Array.from({ length: 1_000 }, (_, index) => `Lote ${index + 1}\t${index + 1},5`).join('\n');
    const lines = read(text);
    expect(lines).toHaveLength(1_000);
    expect(lines.filter(({ error }) => error !== null)).toEqual([]);
    expect(lines.at(-1)).toEqual({ number: 1_000, name: 'Lote 1000', hectares: 1_000.5, error: null });
  });

  test('of nothing is none', () => {
    expect(readPastedLots('  \n\t\n', none)).toEqual([]);
  });
});

describe('what is left of it when lines became lots', () => {
  test('is the other lines as they were typed', () => {
    expect(withoutLines('El Bajo;80\n\nLa Loma ;x\nEl Alto;5', new Set([1, 4]))).toBe('\nLa Loma ;x');
  });

  test('is nothing when only the heading and empty lines stay', () => {
    expect(withoutLines('Lote;Has\nEl Bajo;80\n', new Set([2]))).toBe('');
  });
});
