import { describe, expect, test } from 'vitest';
import { csvMark, csvOf, csvRows } from '../../src/app/platform/csv.ts';
import type { Posting } from '../../src/domain/movements/ledger.ts';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { recordedKinds } from '../../src/domain/movements/registry.ts';
import { movementSheet } from '../../src/domain/movements/sheet.ts';
import type { Readable } from '../../src/domain/movements/readable.ts';
import { partsOf, readableFields, silentFields } from '../../src/domain/movements/vocabulary.ts';
import { isAnswered, wordsOf } from '../../src/domain/movements/words.ts';
import { filled, recordOf } from '../support/filled.ts';
import { recordNames } from '../../src/domain/movements/kinds/examples/example-farm.ts';

/** Reads such a file back: cells, with what keeps a text from being a formula taken off. */
function cellsOf(file: string): string[][] {
  const rows: string[][] = [[]];
  const cells = /("(?:[^"]|"")*"|[^;"\r\n]*)(;|\r\n)/g;
  for (const [, raw = '', end] of file.slice(csvMark.length).matchAll(cells)) {
    const text = raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw;
    rows.at(-1)?.push(/^'+[=+\-@\t\r\n\0]/.test(text) ? text.slice(1) : text);
    if (end !== ';') rows.push([]);
  }
  return rows.slice(0, -1);
}

type Row = Readonly<Record<string, string | undefined>>;

function rowsOf(movement: Movement, lines: readonly Posting[] = [], seesMoney = true): Row[] {
  const sheet = movementSheet(recordNames, seesMoney);
  const record = { movement, lines, summary: 'en una línea', sending: 'sent' as const };
  const [headings = [], ...rows] = cellsOf(csvOf([sheet.headings, ...sheet.rows(record)]));
  return rows.map((cells) => Object.fromEntries(headings.map((heading, index) => [heading, cells[index]])));
}

const decimal = (text: string | undefined): number => Number((text ?? 'none').replace(',', '.'));
const taken = new Set(['Lote', 'Rodeo', 'Categoría']);
const headingOf = ({ label, unit }: Readable): string => {
  const heading = unit ? `${label} (${unit})` : label;
  return taken.has(heading) ? `${heading} del registro` : heading;
};
const idControls = new Set(['lot', 'lots', 'rodeo', 'campo', 'category', 'asset', 'cycle']);
const figures = new Set(['integer', 'quantity']);

/** What a cell gives back of a value, in the shape of the value. */
function readBack(row: Row, field: Readable, value: unknown): unknown {
  const cell = row[headingOf(field)];
  if (idControls.has(field.control)) {
    const id = row[`${headingOf(field)} id`];
    return Array.isArray(value) ? id?.split(' ') : id;
  }
  if (figures.has(field.control)) return decimal(cell);
  if (field.control === 'money') return cell?.replace(',', '.');
  return cell;
}
/** What went into it: words of choices and of yes and no stand for their codes, photos are counted. */
function written(field: Readable, value: unknown): unknown {
  const isCoded = ['choice', 'choices', 'flag', 'photos', 'weights'].includes(field.control);
  return isCoded ? wordsOf(field, value, recordNames) : value;
}

describe.each(recordedKinds.map((kind) => [kind.label, kind] as const))('%s as rows of a sheet', (_label, kind) => {
  const payload = filled(kind, 0);
  const fields = Object.entries(readableFields(kind.type)).filter(
    ([name]) => name !== 'date' && name !== 'asset_id' && !silentFields.has(name) && isAnswered(payload[name]),
  );
  const rows = rowsOf(recordOf(kind.type, payload));

  test('each column gives back what was said', () => {
    const [first = {}] = rows;
    const single = fields.filter(([, field]) => partsOf(field) === null);
    expect(single.map(([name, field]) => [name, readBack(first, field, payload[name])])).toEqual(
      single.map(([name, field]) => [name, written(field, payload[name])]),
    );
    expect([first['Registro id'], first['Fecha'], first['Tipo de registro'], first['Movimiento']]).toEqual([
      'movement-1',
      '2026-09-12',
      kind.type,
      kind.label,
    ]);
  });

  test('each line of it has a row that gives back each of its parts', () => {
    const lines = fields.flatMap(([name, field]) =>
      (partsOf(field) ? (payload[name] as Readonly<Record<string, unknown>>[]) : []).map((line) => ({ field, line })),
    );
    expect(rows).toHaveLength(Math.max(1, lines.length));
    for (const [index, { field, line }] of lines.entries()) {
      const row = rows[index] ?? {};
      expect(row['Renglón de']).toBe(field.label);
      const parts = Object.entries(partsOf(field) ?? {}).filter(([part]) => isAnswered(line[part]));
      const back = parts.map(([part, one]) => [
        part,
        part === 'type' ? row['Categoría id'] : readBack(row, one, line[part]),
      ]);
      expect(back).toEqual(parts.map(([part, one]) => [part, part === 'type' ? line[part] : written(one, line[part])]));
    }
  });

  test('has no column of prices for who sees none', () => {
    const prices = fields.filter(([, field]) => field.money === true).map(([, field]) => headingOf(field));
    const [row = {}] = rowsOf(recordOf(kind.type, payload), [], false);
    expect(prices.filter((heading) => heading in row)).toEqual([]);
    expect(Object.values(row)).not.toContain('18500000,05');
  });
});

describe('A record with lines in the book', () => {
  const payload = { ...filled(recordedKinds.find(({ type }) => type === 'SELL') as never, 0), lot_id: 'ombu' };
  const lines: Posting[] = [
    { lot: 'ombu', rodeo: 'cria', category: 'vaca', head: -12 },
    { lot: null, rodeo: 'cria', category: 'novillito', head: -3 },
  ];

  test('is a row a line, with ids beside names; its amounts stand once', () => {
    const rows = rowsOf(recordOf('SELL', payload), lines);
    expect(rows.map((row) => [row['Lote id'], row['Lote'], row['Categoría id'], row['Cabezas (±)']])).toEqual([
      ['ombu', 'El Ombú', 'vaca', '-12'],
      ['', 'Sin lote', 'novillito', '-3'],
    ]);
    expect(rows.map((row) => [row['Renglón'], row['Importe total'], row['Comprador']])).toEqual([
      ['1', '18500000,05', '=Haras; "S"\nx'],
      ['2', '', '=Haras; "S"\nx'],
    ]);
  });

  test('and is deleted puts no heads into a sum, and says who and when', () => {
    const gone = recordOf('SELL', payload, { deleted: true });
    const metadata = { ...gone.metadata, deletedBy: 'beto', deletedAt: '2026-11-06T15:30:00.000Z' };
    const rows = rowsOf({ ...gone, metadata }, lines);
    expect(rows.map((row) => [row['Estado'], row['Cabezas (±)'], row['Cabezas'], row['Eliminado por']])).toEqual([
      ['Eliminado', '', '12', 'Beto Sosa'],
      ['Eliminado', '', '3', 'Beto Sosa'],
    ]);
    expect(rows[0]?.['Eliminado el']).toBe('2026-11-06T15:30:00.000Z');
  });
});

test('An opening says its kilos as a figure, in the column of weighings', () => {
  const counted = [{ type: 'vaca', count: 58, expected: 0, difference: 58, average_kg: 412.5 }];
  const opening = recordOf('AUDIT_RECORD', { date: '2026-09-12', kind: 'opening', counted, state: 'aprobado' });
  const rows = rowsOf(opening, [{ lot: 'ombu', rodeo: 'cria', category: 'vaca', head: 58 }]);
  expect(rows.map((row) => [row['Categoría id'], row['Cabezas (±)'], row['Promedio (kg)']])).toEqual([
    ['vaca', '58', ''],
    ['vaca', '', '412,5'],
  ]);
});

test('A unit is one word in its column, in a delivery note and alone, of one and of several', () => {
  const unitsOf = (type: string, payload: object): unknown[] =>
    rowsOf(recordOf(type, { date: '2026-09-12', ...payload })).map((row) => [row['Cantidad'], row['Unidad']]);
  const lines = [{ name: 'Rollos', quantity: 48, unit: 'rollo' }];
  expect(unitsOf('ASSET_BATCH', { lines })).toEqual([['48', 'rollo']]);
  expect(unitsOf('ASSET', { name: 'Rollos', quantity: 48, unit: 'rollo' })).toEqual([['48', 'rollo']]);
  expect(unitsOf('ASSET_CONSUMPTION', { name: 'Rollos', quantity: 1, unit: 'rollo' })).toEqual([['1', 'rollo']]);
  expect(unitsOf('CONSUMPTION', { product: 'Sal', quantity: 2, unit: 'bolsa' })).toEqual([['2', 'bolsa']]);
});

describe('A cell', () => {
  test.each(['=A1', '+1', '-1', '@x', '\tx', '\0x', '\nx', "'=A1", "''-1", 'a"b;c', 'dos\r\nlíneas', "'llano"])(
    'that says %j says it again when it is read back, and is no formula',
    (text) => {
      expect(cellsOf(csvOf([[text]]))).toEqual([[text]]);
      expect(csvRows([[text]])).not.toMatch(/^"?[=+\-@\t\0]/);
    },
  );

  test('has one heading of its own', () => {
    const { headings } = movementSheet(recordNames, true);
    expect(new Set(headings).size).toBe(headings.length);
  });
});
