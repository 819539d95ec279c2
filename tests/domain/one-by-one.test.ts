import { describe, expect, test } from 'vitest';
import { weightFigures } from '../../src/domain/farm/one-by-one.ts';
import { complete, parsePayload } from '../../src/domain/movements/prepare.ts';
import { recordedKind } from '../../src/domain/movements/registry.ts';

const weighing = recordedKind('WEIGHING');
if (!weighing) throw new Error('No weighing');
const parsed = (line: object) =>
  parsePayload(weighing, { date: '2026-11-21', rodeo_id: 'r', animals: [{ type: 'novillo', ...line }] }, '2026-11-21');
const issuesOf = (line: object) => {
  const result = parsed(line);
  return result.ok ? [] : result.problem.map(({ path, message }) => [path, message]);
};
const kg = (...kilos: number[]) => kilos.map((one) => ({ kg: one }));

describe('animals weighed one by one', () => {
  test('give their total and their average, whatever else was said', () => {
    const result = parsed({ count: 3, weights: kg(400, 420.5, 380), total_kg: 9 });
    if (!result.ok) throw new Error(JSON.stringify(result.problem));
    const categories = [{ id: 'novillo', name: 'Novillo', next_id: null }];
    const whole = complete(weighing, result.value, { categories, cells: [] });
    expect(whole.ok && whole.value.payload['animals']).toEqual([
      { type: 'novillo', count: 3, weights: kg(400, 420.5, 380), total_kg: 1200.5, average_kg: 400.17 },
    ]);
  });

  test('are as many as the heads of their line', () => {
    expect(issuesOf({ count: 2, weights: kg(400, 420, 380) })).toEqual([
      ['animals.0.weights', 'Los pesos de a uno tienen que ser tantos como las cabezas'],
    ]);
  });

  test.each([
    [{ count: 1, weights: kg(0) }, 'Ingresá al menos 1 kg'],
    [{ count: 1, weights: kg(4120) }, 'Como máximo 2.000 kg por animal'],
    [{ count: 1, weights: [] }, 'Ingresá al menos un peso'],
    [{ count: 1 }, 'Ingresá los kilos totales o el promedio'],
    [{ count: 2, weights: kg(10, 12) }, 'El promedio tiene que estar entre 20 y 1.500 kg por cabeza'],
  ])('%j is told: %s', (line, message) => {
    expect(issuesOf(line).map(([, told]) => told)).toContain(message);
  });

  test('two groups that weigh the same to the kilo stay two groups', () => {
    const animals = [1, 2].map(() => ({ type: 'novillo', count: 10, total_kg: 4000 }));
    const payload = { date: '2026-11-21', rodeo_id: 'r', animals };
    const categories = [{ id: 'novillo', name: 'Novillo', next_id: null }];
    const whole = complete(weighing, payload, { categories, cells: [] });
    expect(whole.ok && whole.value.payload['animals']).toHaveLength(2);
  });
});

describe('the figures of a group', () => {
  test('are its average, its least and most, and how uneven it is', () => {
    const figures = weightFigures(kg(380, 400, 420));
    expect(figures).toMatchObject({ count: 3, average: 400, min: 380, max: 420 });
    expect(figures?.variation).toBeCloseTo(0.05, 10);
  });

  test('of one animal say nothing of unevenness, of none nothing at all', () => {
    expect(weightFigures(kg(400))?.variation).toBeNull();
    expect(weightFigures([])).toBeNull();
  });
});
