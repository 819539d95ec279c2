import { describe, expect, test } from 'vitest';
import { changesBetween, changesIn, changesOf } from '../../src/domain/movements/edits.ts';
import { type Fact, factsOf, type LinesFact } from '../../src/domain/movements/facts.ts';
import { recordedKinds } from '../../src/domain/movements/registry.ts';
import { partsOf, readableFields, silentFields } from '../../src/domain/movements/vocabulary.ts';
import { isAnswered, partWords, wordsOf } from '../../src/domain/movements/words.ts';
import { filled, recordOf } from '../support/filled.ts';
import { recordNames } from '../../src/domain/movements/kinds/examples/example-farm.ts';

const isLines = (fact: Fact | LinesFact): fact is LinesFact => 'lines' in fact;
const flat = (facts: readonly (Fact | LinesFact)[]): string[] =>
  facts.flatMap((fact) =>
    isLines(fact)
      ? fact.lines.flatMap(({ title, facts: parts }) => [
          `${fact.label}: ${title}`,
          ...parts.map(({ label, words }) => `${title}, ${label}: ${words}`),
        ])
      : [`${fact.label}: ${fact.words}`],
  );
const kinds = recordedKinds.map((kind) => [kind.label, kind] as const);
/** Told beside another: the item by its name, the unit by its quantity. */
const toldBeside = new Set(['asset_id', 'unit']);

describe.each(kinds)('%s', (_label, kind) => {
  const payload = filled(kind, 0);
  const fields = readableFields(kind.type);

  test('has a word for everything that its calls may carry', () => {
    const shape = (kind.schema as unknown as { readonly shape: object }).shape;
    const unknown = Object.keys(shape).filter((name) => !(name in fields) && !silentFields.has(name));
    expect(unknown).toEqual([]);
  });

  test('filled from end to end is taken by its own schemas', () => {
    const refused = Object.entries(kind.fields).filter(
      ([name, field]) => !field.schema.safeParse(payload[name]).success,
    );
    expect(refused).toEqual([]);
  });

  test('tells every field that has a value, with its label and unit', () => {
    const told = factsOf(recordOf(kind.type, payload), recordNames, true);
    const named = new Set(told.map(({ field }) => field));
    const toTell = Object.keys(payload).filter((name) => !toldBeside.has(name) && !silentFields.has(name));
    expect(toTell.filter((name) => !named.has(name))).toEqual([]);
    const single = toTell.flatMap((name) =>
      fields[name] && !partsOf(fields[name]) ? [[name, fields[name]] as const] : [],
    );
    const expected = single.map(([name, field]) => `${field.label}: ${partWords(name, field, payload, recordNames)}`);
    expect(flat(told)).toEqual(expect.arrayContaining(expected));
    expect(expected.filter((words) => /: (—|)$|undefined|null/.test(words))).toEqual([]);
  });

  test('tells every part of every line', () => {
    const lists = factsOf(recordOf(kind.type, payload), recordNames, true).filter(isLines);
    for (const { field, lines } of lists) {
      const said = payload[field] as readonly Readonly<Record<string, unknown>>[];
      expect(lines).toHaveLength(said.length);
      for (const [index, { facts }] of lines.entries()) {
        const parts = Object.keys(said[index] ?? {}).filter((name) => isAnswered(said[index]?.[name]));
        // The first names the line.
        const silent = parts
          .slice(1)
          .filter((name) => !toldBeside.has(name) && facts.every((one) => one.field !== name));
        expect(silent.filter((name) => name !== 'name')).toEqual([]);
      }
    }
  });

  test('tells no price to who sees none', () => {
    const prices = Object.entries(kind.fields).filter(([, field]) => field.money);
    const told = factsOf(recordOf(kind.type, payload), recordNames, false);
    for (const [name] of prices) expect(told.map(({ field }) => field)).not.toContain(name);
    expect(flat(told).join()).not.toContain('18.500.000');
  });

  test('an edit of each field shows that field alone, before and after', () => {
    const other = filled(kind, 1);
    for (const name of Object.keys(payload)) {
      const [change, ...more] = changesBetween(payload, { ...payload, [name]: other[name] });
      const isSilent = silentFields.has(name);
      expect(more).toEqual([]);
      expect(change?.field).toBe(isSilent ? undefined : name);
      const field = fields[name];
      const [before, after] = [change?.before, change?.after].map(
        (value) => field && wordsOf(field, value, recordNames),
      );
      expect(isSilent || before !== after).toBe(true);
    }
    expect(changesBetween(payload, { ...payload, offline: true, recorded_at: 'x', base_version: 3 })).toEqual([]);
  });
});

describe('What a record says', () => {
  const told = (type: string, payload: Readonly<Record<string, unknown>>, changes: object = {}): string[] =>
    flat(factsOf(recordOf(type, payload, changes), recordNames, true));

  test('a sale: who bought, under which papers, kilos and prices, each line', () => {
    expect(
      told('SELL', {
        date: '2026-09-12',
        rodeo_id: 'invernada',
        lot_id: 'bajo',
        animals: [{ type: 'novillito', count: 30 }],
        buyer: 'Frigorífico Norte',
        destination: 'faena',
        dte: '0012345',
        gross_kg: 12600,
        shrink_pct: 5,
        price_per_kg: '2800.00',
        total: '33516000.00',
      }),
    ).toEqual([
      'Fecha: 12/09/2026',
      'Rodeo: Invernada',
      'Lote: El Bajo',
      'Animales: Novillito',
      'Novillito, Cabezas: 30',
      'Comprador: Frigorífico Norte',
      'Destino: Faena',
      'Nº de DT-e: 0012345',
      'Kilos brutos: 12.600 kg',
      'Desbaste: 5 %',
      'Precio por kilo: $ 2.800,00',
      'Importe total: $ 33.516.000,00',
    ]);
  });

  test('a treatment: product, dose, quantity with its unit, withdrawal and until when', () => {
    const payload = {
      date: '2026-09-12',
      rodeo_id: 'cria',
      reason: 'desparasitacion',
      products: [{ asset_id: 'iver', name: 'Ivermectina', dose: '10 ml', quantity: 120, unit: 'ml' }],
      withdrawal_days: 35,
      vet: 'Dr. Sosa',
    };
    expect(told('TREATMENT', payload)).toEqual([
      'Fecha: 12/09/2026',
      'Rodeo: Cría',
      'Motivo: Desparasitación',
      'Productos: Ivermectina',
      'Ivermectina, Dosis: 10 ml',
      'Ivermectina, Cantidad: 120 ml',
      'Retiro en carne (días): 35',
      'En retiro hasta: 17/10/2026',
      'Veterinario: Dr. Sosa',
    ]);
  });

  test('nowhere, where the book needs a place; and nothing of a place that a kind may leave out', () => {
    const heads = [{ type: 'vaca', count: 1 }];
    expect(told('DEATH', { date: '2026-09-12', lot_id: null, rodeo_id: null, animals: heads })).toContain(
      'Lote: Sin lote',
    );
    expect(told('RAIN', { date: '2026-09-12', mm: 3, lot_id: null })).toEqual([
      'Fecha: 12/09/2026',
      'Milímetros: 3 mm',
    ]);
    const gone = recordOf('DEATH', { date: '2026-09-12', lot_id: null, rodeo_id: 'cria', animals: heads });
    const was = { ...gone, metadata: { ...gone.metadata, was: { lot_id: 'El Viejo' } } };
    expect(flat(factsOf(was, recordNames, true))).toContain('Lote: Sin lote (era: El Viejo)');
  });

  test('a count: what was counted against the book, and who decided', () => {
    const counted = [{ type: 'vaca', count: 58, expected: 60, difference: -2, reason: 'faltante' }];
    const decision = { state: 'aprobado', decided_by: 'ana', decided_at: '2026-09-13T15:00:00.000Z' };
    const movement = recordOf('AUDIT_RECORD', { date: '2026-09-12', kind: 'recount', counted, ...decision });
    expect(
      flat(factsOf({ ...movement, metadata: { ...movement.metadata, lot_id: 'ombu' } }, recordNames, true)),
    ).toEqual([
      'Tipo: Recuento',
      'Lote: El Ombú',
      'Contado: Vaca',
      'Vaca, Contado: 58',
      'Vaca, En el libro: 60',
      'Vaca, Diferencia: −2',
      'Vaca, Motivo: Faltante',
      'Aprobación: Aprobado',
      'Decidió: Ana Paz',
      'Decidido: 13/09/2026 12:00',
      'Fecha: 12/09/2026',
    ]);
  });
});

test('An opening says what a head weighed, in its facts and in its history', () => {
  const line = { type: 'vaca', count: 58, expected: 0, difference: 58 };
  const counted = [{ ...line, average_kg: 412.5 }];
  const movement = recordOf('AUDIT_RECORD', { date: '2026-09-12', kind: 'opening', counted, state: 'aprobado' });
  expect(flat(factsOf(movement, recordNames, true))).toContain('Vaca, Promedio: 412,5 kg');
  const field = readableFields('AUDIT_RECORD')['counted'] ?? { label: '', control: 'text' };
  const words = [[line], counted].map((value) => wordsOf(field, value, recordNames));
  expect(words).toEqual([
    '58 vacas (En el libro 0, Diferencia +58)',
    '58 vacas (Promedio 412,5 kg, En el libro 0, Diferencia +58)',
  ]);
});

describe('What an edit changed', () => {
  test('of lines those alone that changed', () => {
    const cows = { type: 'vaca', count: 12 };
    const bulls = { type: 'toro', count: 2 };
    const [change] = changesBetween({ animals: [cows, bulls] }, { animals: [{ ...cows, count: 10 }, bulls] });
    expect(change).toEqual({ field: 'animals', before: [cows], after: [{ ...cows, count: 10 }], stood: true });
  });

  test('is nothing where the same was said in another order, or by the item’s name alone', () => {
    const line = { asset_id: 'iver', name: 'Ivermectina', quantity: 2 };
    expect(changesBetween({ products: [line] }, { products: [{ quantity: 2, name: 'Ivermectina' }] })).toEqual([]);
    expect(changesBetween({ lot_id: null, vet: '' }, { rodeo_id: null })).toEqual([]);
  });

  test('is told with what the next one found: what came over a later word never stood', () => {
    const told = changesOf(
      [
        { before: { mm: 10 }, after: { mm: 12 } },
        { before: { mm: 12 }, after: { mm: 99 } },
        { before: { mm: 12 }, after: { mm: 13, detail: 'x' } },
      ],
      { mm: 13, detail: 'x' },
    );
    expect(told.map((changes) => changes.map(({ field, stood }) => [field, stood]))).toEqual([
      [['mm', true]],
      [['mm', false]],
      [
        ['mm', true],
        ['detail', true],
      ],
    ]);
  });

  test.each([[{}], [{ changes: 'x' }], [{ changes: [{ before: 1 }] }], [{ changes: [null] }]])(
    'is not known where a server says %j',
    (edit) => {
      expect(changesIn(edit)).toBeNull();
    },
  );
});
