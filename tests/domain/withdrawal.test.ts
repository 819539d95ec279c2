import { describe, expect, test } from 'vitest';
import { isCalf } from '../../src/domain/farm/categories.ts';
import {
  carried,
  holdsFor,
  type Passage,
  type Withdrawal,
  withdrawalOf,
  withdrawalSentence,
  withdrawalsOver,
} from '../../src/domain/farm/withdrawal.ts';
import { payloadOf } from '../../src/domain/movements/movement.ts';
import { complete, parsePayload } from '../../src/domain/movements/prepare.ts';
import { recordedKind, recordedKinds } from '../../src/domain/movements/registry.ts';
import { exampleFarm } from '../../src/domain/movements/kinds/examples/example-farm.ts';

const { cells } = exampleFarm;
const held = (rodeoId: string | null, lotId: string | null): Withdrawal => ({
  movementId: 'm',
  rodeoId,
  lotId,
  categories: null,
  since: '2026-09-09 ',
  until: '2026-10-14',
  products: ['Ivermectina'],
});

describe('A withdrawal', () => {
  test.each([
    ['holds for its rodeo', held('cria', 'ombu'), { rodeo: 'cria', lot: 'ombu' }, true],
    ['goes with its rodeo to another lot', held('cria', 'ombu'), { rodeo: 'cria', lot: 'bajo' }, true],
    ['leaves another rodeo of the lot alone', held('cria', 'ombu'), { rodeo: 'invernada', lot: 'ombu' }, false],
    ['of a rodeo holds for what leaves its lot unnamed', held('cria', 'ombu'), { rodeo: null, lot: 'ombu' }, true],
    ['of a rodeo holds for what leaves the lot it stands in', held('cria', null), { rodeo: null, lot: 'ombu' }, true],
    ['of a rodeo leaves other lots alone', held('cria', null), { rodeo: null, lot: 'bajo' }, false],
    ['of a lot holds for any rodeo there', held(null, 'bajo'), { rodeo: 'cria', lot: 'bajo' }, true],
    ['of a lot leaves other lots alone', held(null, 'bajo'), { rodeo: 'cria', lot: 'ombu' }, false],
    ['of a lot holds for a rodeo that stands there', held(null, 'bajo'), { rodeo: 'invernada', lot: null }, true],
    ['of a lot leaves a rodeo from elsewhere alone', held(null, 'bajo'), { rodeo: 'cria', lot: null }, false],
    ['of nowhere holds for nothing', held(null, null), { rodeo: null, lot: null }, false],
  ])('%s', (_, withdrawal, origin, holds) => {
    expect(holdsFor(withdrawal, origin, cells)).toBe(holds);
  });

  test('does not reach back to the days before the treatment', () => {
    const given = {
      id: 'm',
      date: '2026-09-09',
      rodeoId: 'cria',
      deleted: false,
      metadata: { lot_id: null, deletedBy: null, editHistory: [], withdrawal_days: 35 },
    };
    expect(withdrawalOf(given, '2026-09-08')).toBeNull();
    expect(withdrawalOf(given, '2026-09-09')?.until).toBe('2026-10-14');
  });

  test('nor to what left earlier on its day, by when both were recorded', () => {
    const given = {
      id: 'm',
      date: '2026-09-09',
      created_at: '2026-09-09T15:00:00.000Z',
      rodeoId: null,
      deleted: false,
      metadata: { lot_id: 'bajo', deletedBy: null, editHistory: [], withdrawal_days: 35 },
    };
    expect(withdrawalOf(given, '2026-09-09', '2026-09-09T14:00:00.000Z')).toBeNull();
    expect(withdrawalOf(given, '2026-09-09', '2026-09-09T16:00:00.000Z')?.until).toBe('2026-10-14');
    // What is recorded late left on the day that it says.
    expect(withdrawalOf(given, '2026-09-10', '2026-09-09T14:00:00.000Z')?.until).toBe('2026-10-14');
  });
});

describe('Animals that move take a withdrawal with them', () => {
  const cell = (place: string): { lot: string | null; rodeo: string | null } => {
    const [lot = '', rodeo = ''] = place.split('/');
    return { lot: lot || null, rodeo: rodeo || null };
  };
  const moved = (date: string, from: string, to: string, at = '12'): Passage => ({
    movement: { date, created_at: `${date}T${at}:00:00.000Z` },
    lines: [
      { ...cell(from), category: 'vaca', head: -5 },
      { ...cell(to), category: 'vaca', head: 5 },
    ],
  });
  const inLot = { ...held(null, 'ombu'), since: '2026-09-09 2026-09-09T12:00:00.000Z' };
  const ofRodeo = { ...held('cria', 'ombu'), since: inLot.since };
  const now = '2026-09-20';

  test.each([
    ['to another lot, without a rodeo', inLot, [moved(now, 'ombu/', 'bajo/')], 'bajo/', true],
    ['of any rodeo of the lot', inLot, [moved(now, 'ombu/cria', 'bajo/cria')], 'bajo/cria', true],
    ['and none that stood there', inLot, [moved(now, 'ombu/cria', 'bajo/cria')], 'bajo/invernada', false],
    ['to another rodeo', ofRodeo, [moved(now, 'ombu/cria', 'ombu/toros')], 'ombu/toros', true],
    ['out of all rodeos', ofRodeo, [moved(now, 'ombu/cria', 'bajo/')], 'bajo/', true],
    [
      'over several moves, in the order of their days',
      ofRodeo,
      [moved('2026-09-12', 'alto/b', 'alto/c'), moved('2026-09-11', 'ombu/cria', 'alto/b')],
      'alto/c',
      true,
    ],
    [
      'not by a move in the other order',
      ofRodeo,
      [moved('2026-09-11', 'alto/b', 'alto/c'), moved('2026-09-12', 'ombu/cria', 'alto/b')],
      'alto/c',
      false,
    ],
    ['not from elsewhere', inLot, [moved(now, 'alto/', 'bajo/')], 'bajo/', false],
    ['not from another rodeo', ofRodeo, [moved(now, 'ombu/toros', 'bajo/b')], 'bajo/b', false],
    ['not before the treatment', inLot, [moved('2026-09-08', 'ombu/', 'bajo/')], 'bajo/', false],
    ['nor earlier on its day', inLot, [moved('2026-09-09', 'ombu/', 'bajo/', '11')], 'bajo/', false],
    ['later on its day', inLot, [moved('2026-09-09', 'ombu/', 'bajo/', '13')], 'bajo/', true],
    ['not on a later day than is asked for', inLot, [moved('2026-09-21', 'ombu/', 'bajo/')], 'bajo/', false],
  ])('%s', (_, given, moves, where, holds) => {
    const cells = [{ ...cell(where), category: 'vaca', head: 1 }];
    expect(withdrawalsOver(carried([given], moves, now), cells).length > 0).toBe(holds);
  });

  test('of the categories that were given something, by whatever they are called since', () => {
    const cows = { ...ofRodeo, categories: ['vaca'] };
    const lines = (from: string, to: string, place = 'bajo/b') => [
      { ...cell('ombu/cria'), category: from, head: -5 },
      { ...cell(place), category: to, head: 5 },
    ];
    const passage = (date: string, ...parts: Passage['lines'][]): Passage => ({
      movement: { date, created_at: `${date}T12:00:00.000Z` },
      lines: parts.flat(),
    });
    const places = (given: Withdrawal, ...moves: Passage[]) =>
      carried([given], moves, now).map(({ rodeoId, categories }) => `${rodeoId} ${categories?.join()}`);
    const weaned = passage(now, lines('ternero al pie', 'ternero'));
    expect(places(cows, weaned)).toEqual(['cria vaca']);
    expect(places({ ...cows, categories: ['ternero al pie'] }, weaned)).toEqual(['cria ternero al pie', 'b ternero']);
    expect(places({ ...cows, categories: null }, weaned)).toEqual(['cria undefined', 'b ternero']);
    const mixed = passage(now, lines('vaca', 'vaca'), lines('toro', 'toro', 'bajo/c'));
    expect(places(cows, mixed)).toEqual(['cria vaca', 'b vaca']);
    const renamed = passage('2026-09-12', lines('vaca', 'vaca de descarte', 'ombu/cria'));
    const gone = passage(now, lines('vaca de descarte', 'vaca de descarte'));
    expect(places(cows, renamed, gone)).toEqual(['cria vaca', 'cria vaca de descarte', 'b vaca de descarte']);
  });

  test('as far as was recorded then', () => {
    const moves = [moved(now, 'ombu/', 'bajo/', '13')];
    const at = (hour: number) => carried([inLot], moves, now, `${now}T${hour}:00:00.000Z`);
    expect([at(12).length, at(14).length]).toEqual([1, 2]);
  });

  test('once, however often they move', () => {
    const moves = [
      moved(now, 'ombu/', 'bajo/'),
      moved(now, 'bajo/', 'ombu/', '13'),
      moved(now, 'ombu/', 'bajo/', '14'),
    ];
    expect(carried([inLot], moves, now).map(({ lotId }) => lotId)).toEqual(['ombu', 'bajo']);
  });
});

describe('What stops a sale is said', () => {
  test('with the day and the product', () => {
    expect(withdrawalSentence([held('cria', null)])).toBe(
      'Hay animales en período de retiro hasta 14/10/2026 (Ivermectina)',
    );
  });

  test('of several with the day of the last to end and every product once', () => {
    const later = { ...held('cria', null), until: '2026-11-01', products: ['Oxitetraciclina', 'Ivermectina'] };
    expect(withdrawalSentence([held('cria', null), later])).toBe(
      'Hay animales en período de retiro hasta 01/11/2026 (Ivermectina y Oxitetraciclina)',
    );
  });

  test('without a name where the product has none, and not at all where nothing runs', () => {
    expect(withdrawalSentence([{ ...held('cria', null), products: [] }])).toBe(
      'Hay animales en período de retiro hasta 14/10/2026',
    );
    expect(withdrawalSentence([])).toBeNull();
  });
});

describe('The reason why animals leave all the same', () => {
  const body = {
    date: '2026-09-12',
    lot_id: 'ombu',
    rodeo_id: 'cria',
    animals: [{ type: 'vaca', count: 1 }],
    withdrawal_reason: 'Va a invernada',
  };

  test('is part of sales and of animals sent elsewhere, and of nothing else', () => {
    expect(recordedKinds.filter((kind) => kind.handsOver).map((kind) => kind.type)).toEqual([
      'SELL',
      'OUTGOING_TRANSFER',
    ]);
    for (const type of ['SELL', 'OUTGOING_TRANSFER', 'DEATH']) {
      const kind = recordedKind(type);
      expect(kind && parsePayload(kind, body, '2026-09-12').ok).toBe(type !== 'DEATH');
    }
  });

  test('comes back with the record into its form', () => {
    const movement = {
      id: 'm',
      type: 'SELL',
      date: body.date,
      count: {},
      rodeoId: 'cria',
      detail: null,
      reference: null,
      animals: body.animals,
      organization_id: 'ombu',
      created_at: '',
      updated_at: '',
      created_by: null,
      version: 1,
      deleted: false,
      metadata: { lot_id: 'ombu', deletedBy: null, editHistory: [], withdrawal_reason: 'Va a invernada' },
    };
    expect(payloadOf(movement, ['lot_id', 'rodeo_id', 'animals'])).toEqual(body);
  });
});

describe('A treatment', () => {
  const given = (type: string, place: object): object => {
    const kind = recordedKind(type);
    const body = { date: '2026-09-09', reason: 'desparasitacion', products: [{ name: 'Ivermectina' }], ...place };
    const parsed = kind && parsePayload(kind, body, '2026-09-09');
    const whole = kind && parsed?.ok ? complete(kind, parsed.value, exampleFarm) : null;
    if (!whole?.ok) throw new Error('refused');
    return { lot: whole.value.lot, rodeo: whole.value.rodeo };
  };

  test.each(['TREATMENT', 'MEDICINE'])('%s of a lot is of the only rodeo there, and the other way round', (type) => {
    expect(given(type, { lot_id: 'ombu' })).toEqual({ lot: 'ombu', rodeo: 'cria' });
    expect(given(type, { rodeo_id: 'cria' })).toEqual({ lot: 'ombu', rodeo: 'cria' });
  });

  test('stays with what was said where nothing stands, and where the answer is none', () => {
    expect(given('TREATMENT', { lot_id: 'vacio' })).toEqual({ lot: 'vacio', rodeo: null });
    expect(given('TREATMENT', { lot_id: 'ombu', rodeo_id: null })).toEqual({ lot: 'ombu', rodeo: null });
  });
});

test.each([
  ['at foot, by age', { name: 'Mamones', min_age_months: 0, max_age_months: 7, senasa_code: null }, true],
  ['by SENASA’s word', { name: 'Destetadas', min_age_months: 7, max_age_months: 12, senasa_code: 'TERNERA' }, true],
  [
    'by the farm’s own word',
    { name: 'Terneros cola', min_age_months: null, max_age_months: null, senasa_code: null },
    true,
  ],
  ['no cow', { name: 'Vaca', min_age_months: null, max_age_months: null, senasa_code: 'VACA' }, false],
] as const)('A calf is told %s', (_, category, expected) => {
  expect(isCalf(category)).toBe(expected);
});
