import { describe, expect, test } from 'vitest';
import { defaultCategories } from '../../src/domain/farm/categories.ts';
import { evOf } from '../../src/domain/farm/load.ts';
import { isUnsexed, unsexedCategory, unsexedIdOf, withUnsexed } from '../../src/domain/farm/unsexed.ts';
import { netHeads, sumByCell } from '../../src/domain/movements/ledger.ts';
import { complete, parsePayload } from '../../src/domain/movements/prepare.ts';
import { unsexedIssues } from '../../src/domain/movements/unsexed-issues.ts';
import { recordedKind } from '../../src/domain/movements/registry.ts';
import type { MovementType } from '../../src/domain/movements/types.ts';
import { headsOf } from '../../src/domain/text.ts';
import { exampleFarm } from '../../src/domain/movements/kinds/examples/example-farm.ts';

const own = unsexedIdOf('la-esperanza');
const farm = { ...exampleFarm, categories: withUnsexed('la-esperanza', exampleFarm.categories) };
const date = '2026-09-12';
const here = { date, lot_id: 'ombu', rodeo_id: 'cria' };

function read(type: MovementType, body: object) {
  const kind = recordedKind(type);
  if (!kind) throw new Error(type);
  const parsed = parsePayload(kind, body, '2026-11-21');
  return parsed.ok ? complete(kind, parsed.value, farm) : parsed;
}
function linesOf(type: MovementType, body: object) {
  const whole = read(type, body);
  if (!whole.ok || !('postings' in whole.value)) throw new Error(JSON.stringify(whole));
  return whole.value.postings;
}
const refusal = (type: MovementType, body: object) => {
  const whole = read(type, body);
  if (!whole.ok) return whole.problem;
  const kind = recordedKind(type);
  return kind && 'payload' in whole.value ? unsexedIssues(kind, whole.value.payload) : null;
};

describe('The category of the unsexed calves', () => {
  test('has an id that follows from the farm, and no two farms share it', () => {
    expect(unsexedIdOf('la-esperanza')).toBe(own);
    expect(unsexedIdOf('el-ombu')).not.toBe(own);
    expect([own, 'ternero-pie', null].map(isUnsexed)).toEqual([true, false, false]);
  });

  test('is there once, made or not', () => {
    expect(withUnsexed('la-esperanza', farm.categories)).toEqual(farm.categories);
    expect(farm.categories.filter(({ id }) => id === own)).toHaveLength(1);
    expect(defaultCategories.map(({ name }) => name)).not.toContain(unsexedCategory('x').name);
  });

  test('weighs nothing beside its mothers, and is out of use', () => {
    const category = unsexedCategory('la-esperanza');
    expect(evOf([{ category: own, head: 40 }], [category])).toBe(0);
    expect(category.active).toBe(false);
    expect(headsOf(3, category.name)).toBe('3 crías al pie (sin sexar)');
  });
});

describe('Calves that nobody has sexed yet', () => {
  const birth = { ...here, animals: [{ type: own, count: 5 }] };

  test('are born by the id or by the name', () => {
    expect(linesOf('BIRTH', birth)).toEqual([{ lot: 'ombu', rodeo: 'cria', category: own, head: 5 }]);
    const named = [{ type: 'cria al pie (sin sexar)', count: 5 }];
    expect(linesOf('BIRTH', { ...birth, animals: named })).toEqual(linesOf('BIRTH', birth));
  });

  test('become males and females, and nobody is counted twice', () => {
    const split = (to_category: string, count: number) =>
      linesOf('RECATEGORIZATION', { ...here, from_category: own, to_category, count });
    const parts = [split('ternero-pie', 3), split('ternera-pie', 2)];
    expect(parts.map(netHeads)).toEqual([0, 0]);
    expect(sumByCell([...linesOf('BIRTH', birth), ...parts.flat()])).toEqual([
      { lot: 'ombu', rodeo: 'cria', category: 'ternero-pie', head: 3 },
      { lot: 'ombu', rodeo: 'cria', category: 'ternera-pie', head: 2 },
    ]);
  });

  test.each(['DEATH', 'SELL', 'OUTGOING_TRANSFER'] as const)('leave as any other: %s', (type) => {
    expect(linesOf(type, { ...here, animals: [{ type: own, count: 2 }] })).toEqual([
      { lot: 'ombu', rodeo: 'cria', category: own, head: -2 },
    ]);
  });

  test('move with their mothers', () => {
    const herd = { ...farm, cells: [...farm.cells, { lot: 'ombu', rodeo: 'cria', category: own, head: 4 }] };
    const kind = recordedKind('TRANSFER_RODEO');
    const whole = kind && complete(kind, { date, rodeo_id: 'cria', from_lot_id: 'ombu', to_lot_id: 'bajo' }, herd);
    if (!whole?.ok) throw new Error(JSON.stringify(whole));
    expect(whole.value.postings).toContainEqual({ lot: 'bajo', rodeo: 'cria', category: own, head: 4 });
    expect(netHeads(whole.value.postings)).toBe(0);
  });

  test('are weaned as males and females in one record, and never as neither', () => {
    const bySex = [
      { type: own, to_type: 'ternero', count: 3 },
      { type: own, to_type: 'ternera', count: 2 },
    ];
    expect(sumByCell(linesOf('WEANING', { ...here, animals: bySex }))).toEqual([
      { lot: 'ombu', rodeo: 'cria', category: own, head: -5 },
      { lot: 'ombu', rodeo: 'cria', category: 'ternero', head: 3 },
      { lot: 'ombu', rodeo: 'cria', category: 'ternera', head: 2 },
    ]);
    expect(refusal('WEANING', { ...here, animals: [{ type: own, count: 5 }] })).toEqual([
      { path: 'animals', message: 'Repartí por sexo las crías sin sexar antes de destetarlas' },
    ]);
  });

  test('are nobody’s mother, and nothing becomes one', () => {
    const message = 'Acá no van crías sin sexar: elegí otra categoría';
    expect(refusal('BIRTH', { ...birth, mother_category: own })).toEqual([{ path: 'mother_category', message }]);
    expect(refusal('RECATEGORIZATION', { ...here, from_category: 'ternero-pie', to_category: own, count: 1 })).toEqual([
      { path: 'to_category', message },
    ]);
    expect(refusal('ABORTION', { ...here, category: own, count: 1 })).toEqual([{ path: 'category', message }]);
  });

  test('are of their own farm alone', () => {
    const foreign = unsexedIdOf('otro-campo');
    expect(refusal('BIRTH', { ...here, animals: [{ type: foreign, count: 1 }] })).toEqual([
      { path: 'animals.0.type', message: 'La categoría no existe' },
    ]);
  });
});
