import { describe, expect, test } from 'vitest';
import { hail } from '../../src/domain/movements/kinds/weather.ts';
import { parsePayload } from '../../src/domain/movements/prepare.ts';

const date = '2026-11-20';
const told = (body: Readonly<Record<string, unknown>>): readonly string[] => {
  const read = parsePayload(hail, { date, ...body }, date);
  return read.ok ? [] : read.problem.map(({ path, message }) => `${path}: ${message}`);
};

describe('What hail did', () => {
  test.each([
    ['one damage, as the wire has it', { damage: 'pasturas' }],
    ['several', { damage: ['cultivos', 'animales', 'instalaciones'] }],
    ['none', { damage: 'ninguno' }],
    ['the hour, the stone and how much is lost', { time: '05:09', stone: 'huevo', stone_mm: 45, damage_percent: 100 }],
    ['nothing but its day', {}],
  ])('%s is taken', (_words, body) => {
    expect(told(body)).toEqual([]);
  });

  test.each([
    [{ damage: ['pasturas', 'ninguno'] }, 'damage: Elegí los daños, o Ninguno solo'],
    [{ damage: [] }, 'damage: Elegí una opción'],
    [{ damage: 'autos' }, 'damage: Elegí una opción'],
    [{ damage: ['pasturas', 'autos'] }, 'damage: Elegí una opción'],
    [{ time: '25:00' }, 'time: Ingresá la hora, de 00:00 a 23:59'],
    [{ time: 'a la siesta' }, 'time: Ingresá la hora, de 00:00 a 23:59'],
    [{ damage_percent: 101 }, 'damage_percent: Como máximo 100'],
  ])('%j is told: %s', (body, sentence) => {
    expect(told(body)).toEqual([sentence]);
  });
});
