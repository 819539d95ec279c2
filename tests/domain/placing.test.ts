import { describe, expect, test } from 'vitest';
import type { Cell } from '../../src/domain/movements/ledger.ts';
import { complete, parsePayload } from '../../src/domain/movements/prepare.ts';
import { recordedKind } from '../../src/domain/movements/registry.ts';
import { exampleFarm, exampleNames } from '../../src/domain/movements/kinds/examples/example-farm.ts';

const today = '2026-11-21';
const date = '2026-11-20';

const place = (
  type: string,
  body: Record<string, unknown>,
  cells: readonly Cell[] = exampleFarm.cells,
  categories = exampleFarm.categories,
) => {
  const kind = recordedKind(type);
  if (!kind) throw new Error(type);
  const parsed = parsePayload(kind, { date, ...body }, today);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem));
  return complete(kind, parsed.value, { categories, cells });
};

describe('A record that names only the rodeo', () => {
  const body = { rodeo_id: 'cria', animals: [{ type: 'vaca', count: 1 }] };

  test('goes to the lot where the rodeo stands', () => {
    const result = place('DEATH', body);
    expect(result.ok && result.value.postings).toEqual([{ lot: 'ombu', rodeo: 'cria', category: 'vaca', head: -1 }]);
  });

  test('asks when the rodeo stands in two lots', () => {
    const cells = [...exampleFarm.cells, { lot: 'bajo', rodeo: 'cria', category: 'vaca', head: 4 }];
    const result = place('DEATH', body, cells);
    expect(result.ok && result.value.unresolved).toEqual(['lot_id']);
    expect(result.ok && result.value.lot).toBeNull();
  });

  test('asks when the rodeo stands nowhere', () => {
    const result = place('BUY', { rodeo_id: 'nuevo', animals: [{ type: 'vaca', count: 1 }] });
    expect(result.ok && result.value.unresolved).toEqual(['lot_id']);
  });
});

describe('A record that names only the lot', () => {
  test('belongs to the one rodeo that stands there', () => {
    const result = place('DEATH', { lot_id: 'ombu', animals: [{ type: 'vaca', count: 1 }] });
    expect(result.ok && result.value.rodeo).toBe('cria');
  });

  test('has no rodeo when the lot is empty, and nobody is asked', () => {
    const result = place('BIRTH', { lot_id: 'vacio', animals: [{ type: 'ternero-pie', count: 1 }] });
    expect(result.ok && result.value).toMatchObject({ rodeo: null, unresolved: [] });
  });

  test('keeps an explicit Sin rodeo', () => {
    const result = place('DEATH', { lot_id: 'ombu', rodeo_id: null, animals: [{ type: 'vaca', count: 1 }] });
    expect(result.ok && result.value).toMatchObject({ rodeo: null, unresolved: [] });
  });
});

describe('A birth in a lot', () => {
  const categories = exampleFarm.categories.map((one) => ({ ...one, is_breeding_female: one.id === 'vaca' }));
  const bulls = { lot: 'ombu', rodeo: 'toros', category: 'toro', head: 5 };
  const born = (cells: readonly Cell[], body: Record<string, unknown> = { lot_id: 'ombu' }) => {
    const result = place('BIRTH', { ...body, animals: [{ type: 'ternero-pie', count: 1 }] }, cells, categories);
    return result.ok && [result.value.rodeo, result.value.lot, result.value.unresolved];
  };

  test('is of the rodeo whose cows stand there, whatever bulls are beside them', () => {
    expect(born([...exampleFarm.cells, bulls])).toEqual(['cria', 'ombu', []]);
  });

  test('asks for the rodeo where the cows of two stand there', () => {
    const cows = { lot: 'ombu', rodeo: 'dos', category: 'vaca', head: 5 };
    expect(born([...exampleFarm.cells, cows])).toEqual([null, 'ombu', ['rodeo_id']]);
  });

  test('asks for the rodeo of several where the book has no cows there, for it may be behind', () => {
    expect(born([bulls, { ...bulls, rodeo: 'mas toros' }])).toEqual([null, 'ombu', ['rodeo_id']]);
    expect(born([bulls])).toEqual(['toros', 'ombu', []]);
  });

  test('that names the rodeo is in the lot where its cows stand', () => {
    const apart = { lot: 'bajo', rodeo: 'cria', category: 'toro', head: 1 };
    expect(born([...exampleFarm.cells, apart], { rodeo_id: 'cria' })).toEqual(['cria', 'ombu', []]);
  });
});

describe('Categories', () => {
  test('are accepted by name, accents and case aside', () => {
    const result = place('DEATH', { lot_id: 'ombu', rodeo_id: 'cria', animals: [{ type: 'VACA', count: 1 }] });
    expect(result.ok && result.value.postings[0]?.category).toBe('vaca');
  });

  test('that do not exist are told with their line', () => {
    const result = place('DEATH', { lot_id: 'ombu', rodeo_id: 'cria', animals: [{ type: 'llama', count: 1 }] });
    expect(result.ok ? null : result.problem).toEqual([{ path: 'animals.0.type', message: 'La categoría no existe' }]);
  });

  test('named twice are added up', () => {
    const result = place('DEATH', {
      lot_id: 'ombu',
      rodeo_id: 'cria',
      animals: [
        { type: 'vaca', count: 1 },
        { type: 'vaca', count: 2 },
      ],
    });
    expect(result.ok && result.value.postings).toEqual([{ lot: 'ombu', rodeo: 'cria', category: 'vaca', head: -3 }]);
  });
});

describe('Bad figures', () => {
  test.each([-1, 0, 1.5, 100_001, 2 ** 31, Number.NaN, Number.POSITIVE_INFINITY, '5', null])(
    'a count of %s is refused',
    (count) => {
      const kind = recordedKind('BIRTH');
      const parsed = kind && parsePayload(kind, { date, lot_id: 'ombu', animals: [{ type: 'vaca', count }] }, today);
      expect(parsed?.ok).toBe(false);
    },
  );

  test('a move to where the animals are is refused', () => {
    const kind = recordedKind('TRANSFER');
    const body = { date, from_lot_id: 'ombu', to_lot_id: 'ombu', animals: [{ type: 'vaca', count: 1 }] };
    const parsed = kind && parsePayload(kind, body, today);
    expect(parsed?.ok === false && parsed.problem[0]?.message).toBe('El destino tiene que ser distinto del origen');
  });

  test('a diagnosis whose parts do not add up is refused', () => {
    const kind = recordedKind('PREGNANCY_DIAGNOSIS');
    const parsed = kind && parsePayload(kind, { date, rodeo_id: 'cria', examined: 10, pregnant: 8, empty: 1 }, today);
    expect(parsed?.ok === false && parsed.problem[0]?.path).toBe('examined');
  });
});

describe('Animals that change rodeo', () => {
  const body = { from_rodeo_id: 'cria', to_rodeo_id: 'invernada', animals: [{ type: 'vaca', count: 5 }] };

  test('go to another lot too where that was said', () => {
    const result = place('CHANGE_RODEO', { ...body, to_lot_id: 'bajo' });
    expect(result.ok && result.value.postings).toEqual([
      { lot: 'ombu', rodeo: 'cria', category: 'vaca', head: -5 },
      { lot: 'bajo', rodeo: 'invernada', category: 'vaca', head: 5 },
    ]);
  });

  test.each([[undefined], [null]])('stay in their lot where it was not (%s)', (to_lot_id) => {
    const result = place('CHANGE_RODEO', { ...body, to_lot_id });
    expect(result.ok && result.value.postings.map((line) => line.lot)).toEqual(['ombu', 'ombu']);
  });

  test('are told with both ways', () => {
    const kind = recordedKind('CHANGE_RODEO');
    const payload = { ...body, date, lot_id: 'ombu', to_lot_id: 'bajo' };
    expect(kind?.summary(payload as never, exampleNames)).toBe('5 vacas · Cría → Invernada · El Ombú → El Bajo');
  });
});

describe('births with calves that were born dead', () => {
  test.each([
    [1, '2 terneros · El Ombú · 1 nacido muerto'],
    [3, '2 terneros · El Ombú · 3 nacidos muertos'],
  ])('say how many: %i', (stillborn, line) => {
    const payload = { date, lot_id: 'ombu', animals: [{ type: 'ternero', count: 2 }], stillborn };
    expect(recordedKind('BIRTH')?.summary(payload as never, exampleNames)).toBe(line);
  });
});

describe('A delivery of one item in four batches', () => {
  test('says its name once, with how many there are', () => {
    const dose = { name: 'Ivermectina', unit: 'unidad', quantity: 10 };
    const lines = [dose, dose, { name: 'Sal', unit: 'bolsa', quantity: 3 }, dose, dose];
    const payload = { date, lines, supplier: 'Agro Sur' };
    expect(recordedKind('ASSET_BATCH')?.summary(payload as never, exampleNames)).toBe(
      '2 insumos · Ivermectina (4 partidas), Sal · Agro Sur',
    );
  });
});
