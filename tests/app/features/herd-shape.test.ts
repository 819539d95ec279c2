import { describe, expect, test } from 'vitest';
import { herdShape } from '../../../src/app/farm/herd-shape.ts';
import type { Category } from '../../../src/domain/farm/categories.ts';

const category = (id: string, change: Partial<Category> = {}): Category => ({
  id,
  name: id,
  sex: 'h',
  min_age_months: 24,
  max_age_months: null,
  next_id: null,
  ev: 1,
  senasa_code: null,
  is_breeding_female: false,
  order: 0,
  active: true,
  ...change,
});
const shapeOf = (change: Partial<Category>): string => herdShape([{ category: 'x', head: 1 }], [category('x', change)]);

describe('the outline of a herd', () => {
  test.each([
    ['VACA', 'cow'],
    ['VAQUILLONA', 'heifer'],
    ['TERNERO', 'calf'],
    ['TERNERA', 'calf'],
    ['NOVILLITO', 'steer'],
    ['NOVILLO', 'steer'],
    ['BUEY', 'steer'],
    ['TORITO', 'bull'],
    ['TORO', 'bull'],
  ])('of %s is that of a %s', (senasa_code, shape) => {
    expect(shapeOf({ senasa_code })).toBe(shape);
  });

  test.each([
    ['that still sucks', { min_age_months: 0 }, 'calf'],
    ['of males', { sex: 'm' }, 'steer'],
    ['of females that are served', { is_breeding_female: true }, 'cow'],
    ['of other females', {}, 'heifer'],
  ] as const)('of a category of the farm’s own %s is told by what the farm says of it', (_name, change, shape) => {
    expect(shapeOf(change)).toBe(shape);
  });

  test('is that of its largest category, whatever rodeos it stands in', () => {
    const categories = [category('vaca', { senasa_code: 'VACA' }), category('toro', { senasa_code: 'TORO' })];
    const heads = [
      { category: 'toro', head: 5 },
      { category: 'vaca', head: 3 },
      { category: 'vaca', head: 4 },
    ];
    expect(herdShape(heads, categories)).toBe('cow');
  });

  test('is grass where nothing stands: cells at nought and below are no animals', () => {
    expect(herdShape([], [])).toBe('none');
    expect(herdShape([{ category: 'x', head: -3 }], [category('x')])).toBe('none');
  });

  test('of a category that this phone does not know is that of a cow', () => {
    expect(herdShape([{ category: 'y', head: 3 }], [category('x')])).toBe('cow');
  });
});
