import { expect, test } from 'vitest';
import { distinctNames, namedAlike } from '../../src/domain/farm/distinct-names.ts';

test('A name that one lot has is the name', () => {
  expect([...distinctNames([{ id: 'a', name: 'El Bajo', hectares: 3 }])]).toEqual([['a', 'El Bajo']]);
});

test('Two lots of one name go by their land', () => {
  const lots = [
    { id: 'a', name: 'El Bajo', hectares: 120 },
    { id: 'b', name: 'el bajo ', hectares: 80.5 },
    { id: 'c', name: 'La Loma', hectares: 120 },
  ];
  expect(Object.fromEntries(distinctNames(lots))).toEqual({
    a: 'El Bajo (120 ha)',
    b: 'el bajo (80,5 ha)',
    c: 'La Loma',
  });
  expect(namedAlike(lots)).toEqual(['El Bajo']);
});

test('Those of the same land, and rodeos, go by the order in which they were made', () => {
  const two = [
    { id: '0199-b', name: 'Corral', hectares: 2 },
    { id: '0198-a', name: 'Corral', hectares: 2 },
  ];
  expect(Object.fromEntries(distinctNames(two))).toEqual({ '0198-a': 'Corral (1)', '0199-b': 'Corral (2)' });
  const rodeos = [
    { id: 'r1', name: 'Cría' },
    { id: 'r2', name: 'Cria' },
  ];
  expect(Object.fromEntries(distinctNames(rodeos))).toEqual({ r1: 'Cría (1)', r2: 'Cria (2)' });
});
