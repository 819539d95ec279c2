import { describe, expect, test } from 'vitest';
import type { Tally } from '../../src/domain/movements/answers.ts';
import { type CycleRecord, eventState, indicesOf, tallyOf, warningsOf } from '../../src/domain/office/cycle-indices.ts';
import {
  cycleFor,
  type CycleState,
  defaultCycleName,
  expectedDays,
  mayMove,
  seasonFrom,
  seenAfter,
  serviceIssues,
  servicesOverlap,
  stateOf,
  suggestedState,
} from '../../src/domain/office/cycles.ts';
import { workedTally } from '../support/cycle-view.ts';

const percent = (value: number | null | undefined): string => `${((value ?? Number.NaN) * 100).toFixed(1)} %`;

const blank = Object.fromEntries(Object.keys(workedTally).map((name) => [name, 0])) as unknown as Tally;

describe('The indices of a cycle', () => {
  const indices = indicesOf(workedTally, 'cerrado');

  test.each([
    ['pregnancy_of_examined', '87.9 %'],
    ['pregnancy_of_served', '85.2 %'],
    ['head_share', '59.9 %'],
    ['body_share', '29.9 %'],
    ['tail_share', '10.2 %'],
    ['evaluated', '96.9 %'],
    ['empty', '12.1 %'],
    ['calving_of_served', '80.6 %'],
    ['calving_of_pregnant', '94.6 %'],
    ['weaning_of_served', '76.5 %'],
    ['pregnancy_to_calving_loss', '5.4 %'],
    ['calving_to_weaning_loss', '3.2 %'],
    ['diagnosis_to_weaning_loss', '10.2 %'],
    ['diagnosis_to_weaning_points', '8.7 %'],
    ['bulls_share', '4.0 %'],
  ])('%s of the worked example is %s', (name, expected) => {
    expect(percent(indices[name])).toBe(expected);
  });

  test('tell how many are still to be examined, and the kilos that each served female weaned', () => {
    expect(indices['to_examine']).toBe(6);
    expect(indices['weaned_kg_per_served']).toBeCloseTo(137.76, 2);
  });

  test('say nothing, never zero, where there is nothing to divide by or no record yet', () => {
    expect(Object.values(indicesOf(blank, 'cerrado')).filter((value) => value !== null)).toEqual([]);
    const early = indicesOf({ ...blank, served: 100 }, 'cerrado');
    expect(early).toMatchObject({ pregnancy_of_served: null, weaning_of_served: null, to_examine: 100 });
  });
});

describe('What the records of a cycle add up to', () => {
  const herd = { served: [{ category_id: 'vaca', count: 60 }], rodeo_ids: ['cria'], bulls: 2, withdrawn: 1 };
  const records: CycleRecord[] = [
    { type: 'PREGNANCY_DIAGNOSIS', payload: { examined: 30, pregnant_head: 15, pregnant_body: 8, empty: 7 } },
    { type: 'PREGNANCY_DIAGNOSIS', payload: { examined: 20, pregnant: 18, empty: 2 } },
    { type: 'BIRTH', payload: { animals: [{ type: 'ternero', count: 20 }], stillborn: 2 } },
    { type: 'ABORTION', payload: { count: 1 } },
    {
      type: 'DEATH',
      payload: {
        animals: [
          { type: 'vaca', count: 1 },
          { type: 'ternero', count: 3 },
        ],
      },
    },
    { type: 'CHANGE_RODEO', payload: { to_rodeo_id: 'otro', animals: [{ type: 'vaca', count: 2 }] } },
    { type: 'CHANGE_RODEO', payload: { to_rodeo_id: 'cria', animals: [{ type: 'vaca', count: 9 }] } },
    { type: 'WEANING', payload: { animals: [{ type: 'ternero', count: 15 }], total_kg: 2700 } },
    { type: 'RAIN', payload: { mm: 10 } },
  ];

  test('counts diagnoses, births, losses and weaned; served females that leave are withdrawn, dead calves are not', () => {
    expect(tallyOf(herd, records)).toEqual({
      served: 60,
      withdrawn: 4,
      bulls: 2,
      examined: 50,
      pregnant: 41,
      head: 15,
      body: 8,
      tail: 0,
      empty: 9,
      aborted: 1,
      calved: 22,
      born_alive: 20,
      calf_deaths: 3,
      weaned: 15,
      weaned_kg: 2700,
    });
  });

  test('is said to be wrong where it cannot be right, and never in the way', () => {
    expect(warningsOf(workedTally, 'cerrado')).toEqual([]);
    expect(warningsOf({ ...workedTally, examined: 197, empty: 30 }, 'cerrado')).toEqual([
      'Tactaste más vientres que los entorados',
      'Las vacías pasan el 15 %',
    ]);
    expect(warningsOf({ ...workedTally, calved: 168, weaned: 151 }, 'cerrado')).toEqual([
      'Hay más partos que preñadas',
      'Hay más destetados que terneros nacidos',
    ]);
    expect(warningsOf({ ...workedTally, weaned: 140 }, 'cerrado')).toEqual([
      'La merma de tacto a destete pasa los 10 puntos',
    ]);
  });
});

describe('The state of a cycle', () => {
  const served = { ...blank, served: 100, withdrawn: 4 };
  const bred = { ...served, examined: 96, pregnant: 90, calved: 80, born_alive: 79, calf_deaths: 2 };

  test.each([
    ['no record', served, null],
    ['an abortion', { ...served, aborted: 1 }, null],
    ['ten examined of 96', { ...served, examined: 10 }, 'a_tactar'],
    ['all examined that stayed', { ...served, examined: 96 }, 'tactado'],
    ['examined of nobody knows how many', { ...blank, examined: 10 }, 'a_tactar'],
    ['the first birth', { ...served, examined: 96, calved: 1, born_alive: 1 }, 'en_paricion'],
    ['one calf weaned of 77', { ...bred, weaned: 1 }, 'a_destetar'],
    ['all weaned that lived', { ...bred, weaned: 77 }, 'destetado'],
    ['weaned of nobody knows how many', { ...served, weaned: 30 }, 'a_destetar'],
  ] as const)('after %s is %s', (_records, tally, state) => {
    expect(eventState(tally)).toBe(state);
  });

  test('that is not over loses nothing yet: one calf weaned of 157 is no loss of 99,4 %', () => {
    const early = { ...workedTally, weaned: 1 };
    const losses = ['calving_to_weaning_loss', 'diagnosis_to_weaning_loss', 'diagnosis_to_weaning_points'];
    const at = (state: string) => losses.map((name) => indicesOf(early, state)[name]);
    expect(at('a_destetar')).toEqual([null, null, null]);
    expect(at('destetado')).not.toContain(null);
    expect(warningsOf(early, 'a_destetar')).toEqual([]);
    expect(indicesOf(workedTally, 'en_paricion')['pregnancy_to_calving_loss']).toBeNull();
  });

  test('follows its records forward, and back when they go', () => {
    expect(stateOf('planificado', null, 'tactado')).toBe('tactado');
    expect(stateOf('planificado', null, null)).toBe('planificado');
    expect(stateOf('destetado', null, 'tactado')).toBe('destetado');
  });

  test('set back by hand stands until something new happens', () => {
    expect(stateOf('a_tactar', 'tactado', 'tactado')).toBe('a_tactar');
    expect(stateOf('a_tactar', 'tactado', 'en_paricion')).toBe('en_paricion');
    expect(seenAfter('tactado', null)).toBeNull();
    expect(seenAfter('tactado', 'destetado')).toBe('tactado');
  });

  test('is left alone by records once it is closed or annulled', () => {
    expect(stateOf('cerrado', null, 'destetado')).toBe('cerrado');
    expect(stateOf('anulado', null, 'tactado')).toBe('anulado');
  });

  test.each([
    ['planificado', 'en_servicio', true],
    ['planificado', 'destetado', true],
    ['tactado', 'a_tactar', true],
    ['tactado', 'en_servicio', false],
    ['cerrado', 'destetado', true],
    ['cerrado', 'planificado', false],
    ['tactado', 'anulado', true],
    ['anulado', 'tactado', true],
    ['anulado', 'planificado', false],
  ] as const)('from %s to %s by hand: %s', (from, to, allowed) => {
    const annulledFrom: CycleState | null = from === 'anulado' ? 'tactado' : null;
    expect(mayMove(from, to, annulledFrom)).toBe(allowed);
  });
});

describe('The calendar of a cycle', () => {
  const service = { service_start: '2025-10-15', service_end: '2026-01-15' };

  test('expects calves 283 days after the service, the diagnosis 60 days after its end', () => {
    expect(expectedDays(service)).toEqual({
      diagnosis_on: '2026-03-16',
      calving_from: '2026-07-25',
      calving_to: '2026-10-25',
      weaning_from: '2027-01-21',
      weaning_to: '2027-05-23',
    });
  });

  test.each([
    ['2025-10-01', 'planificado', null],
    ['2025-10-15', 'planificado', 'en_servicio'],
    ['2026-01-16', 'en_servicio', 'a_tactar'],
    ['2026-01-16', 'tactado', null],
    ['2026-07-25', 'tactado', 'en_paricion'],
    ['2026-10-26', 'en_paricion', 'a_destetar'],
    ['2026-10-26', 'cerrado', null],
  ] as const)('on %s speaks to one that is %s of %s', (today, state, suggested) => {
    expect(suggestedState(state, service, today)).toBe(suggested);
  });

  test('names it after its season', () => {
    expect(defaultCycleName('2026-10-15')).toBe('Servicio primavera 2026');
    expect(defaultCycleName('2026-05-01')).toBe('Servicio otoño 2026');
  });

  test('ends after it begins, within 180 days', () => {
    expect(serviceIssues(service)).toEqual([]);
    expect(serviceIssues({ service_start: '2026-01-02', service_end: '2026-01-01' })).toHaveLength(1);
    expect(serviceIssues({ service_start: '2026-01-01', service_end: '2026-06-30' })).toEqual([]);
    expect(serviceIssues({ service_start: '2026-01-01', service_end: '2026-07-01' })).toHaveLength(1);
  });

  test('overlaps another by a single day', () => {
    const next = { service_start: '2026-01-15', service_end: '2026-03-01' };
    expect(servicesOverlap(service, next)).toBe(true);
    expect(servicesOverlap(service, { ...next, service_start: '2026-01-16' })).toBe(false);
  });
});

describe('The cycle that a record belongs to', () => {
  const spring = { service_start: '2025-10-15', service_end: '2026-01-15', rodeo_ids: ['cria'], state: 'en_paricion' };
  const next = { ...spring, id: 'next', service_start: '2026-10-15', service_end: '2027-01-15', state: 'en_servicio' };
  const cycles = [{ ...spring, id: 'spring' }, next];

  test.each([
    ['a birth in August, of the service of the spring before', 'BIRTH', '2026-08-10', 'spring'],
    ['a birth in November, when the next service has begun', 'BIRTH', '2026-11-05', 'spring'],
    ['a diagnosis in March', 'PREGNANCY_DIAGNOSIS', '2026-03-20', 'spring'],
    ['a diagnosis after the next service', 'PREGNANCY_DIAGNOSIS', '2027-03-20', 'next'],
    ['a weaning in autumn', 'WEANING', '2027-03-01', 'spring'],
  ])('of %s is told by the day', (_, type, day, expected) => {
    expect(cycleFor(type, 'cria', day, cycles)).toBe(expected);
  });

  test('is none for other rodeos, other kinds, other seasons and closed cycles', () => {
    expect(cycleFor('BIRTH', 'invernada', '2026-08-10', cycles)).toBeNull();
    expect(cycleFor('DEATH', 'cria', '2026-08-10', cycles)).toBeNull();
    expect(cycleFor('BIRTH', 'cria', '2025-08-10', cycles)).toBeNull();
    expect(cycleFor('BIRTH', 'cria', '2026-08-10', [{ ...spring, id: 'spring', state: 'cerrado' }])).toBeNull();
  });
});

describe('The season of the births of a day', () => {
  const spring = { service_start: '2025-10-01', service_end: '2025-12-31', state: 'en_paricion' };
  const heifers = { service_start: '2025-09-01', service_end: '2025-10-15', state: 'cerrado' };
  const autumn = { service_start: '2025-05-01', service_end: '2025-06-15', state: 'en_paricion' };
  const from = (today: string, ...cycles: Parameters<typeof seasonFrom>[1]): string | null =>
    seasonFrom('BIRTH', cycles, { today, since: '2026-07-01' });

  test('begins on the first day on which a birth may belong to the cycle, 30 days before it is expected', () => {
    expect(from('2026-08-10', spring)).toBe('2026-06-11');
    expect(from('2026-06-10', spring)).toBeNull();
  });

  test('is one for cycles whose calvings overlap, a closed one too', () => {
    expect(from('2026-08-10', spring, heifers)).toBe('2026-05-12');
    expect(from('2026-08-10', heifers, spring)).toBe('2026-05-12');
  });

  test('is the later of two that do not overlap', () => {
    expect(from('2026-08-10', autumn, spring)).toBe('2026-06-11');
  });

  test('was over before the campaign, or is annulled, or of a kind that no cycle has: there is none', () => {
    expect(from('2026-08-10', autumn)).toBeNull();
    expect(from('2026-08-10', { ...spring, state: 'anulado' })).toBeNull();
    expect(seasonFrom('RAIN', [spring], { today: '2026-08-10', since: '2026-07-01' })).toBeNull();
    expect(from('2026-08-10')).toBeNull();
  });
});
