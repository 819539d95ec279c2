import { beforeAll, describe, expect, test } from 'vitest';
import { type Disk, startingWith, tableNames } from '../../src/app/store/disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { openMemoryDisk } from '../support/memory-disk.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openServerPhone } from '../support/server-phone.ts';
import type { PersonName } from '../support/server.ts';

let farm: FieldFarm;
const lies = new Map<PersonName, string>();

/** Everything that a person who opens the browser's tools can read of a disk. */
const written = (disk: Disk): Promise<string> =>
  disk.transact('read', tableNames, async (tables) => {
    const all: unknown[] = [];
    for (const name of tableNames) all.push(await tables[name].range(startingWith('')));
    return JSON.stringify(all);
  });

beforeAll(async () => {
  farm = await createFieldFarm();
  const org = farm.organizationId;
  const [issuer, recipient] = [
    { name: 'Veterinaria Sur', cuit: '20-12345678-6', vat_condition: 'ri' },
    { name: 'La Esperanza SA', cuit: '33-69345023-9', vat_condition: 'ri' },
  ];
  const lines = [{ concept: 'Vacuna aftosa', quantity: 100, unit_price: '1717.00', vat_rate: 21 }];
  const asked = [
    ['POST', `/api/invoice/${org}`, { direction: 'recibida', kind: 'factura', issuer, recipient, lines }],
    [
      'PUT',
      `/api/organization/${org}`,
      { name: 'La Esperanza', settings: { legal_name: 'Los Ceibos SA', cuit: '33-69345023-9' } },
    ],
  ] as const;
  for (const [method, path, body] of asked) await farm.as('ana', method, path, body);
  await farm.record('ana', 'sell', {
    date: '2026-10-10',
    rodeo_id: farm.rodeos.invernada,
    lot_id: farm.lots.bajo,
    animals: [{ type: farm.cat('Novillito'), count: 4 }],
    buyer: 'Frigorífico Sur',
    total: '987654.00',
  });
  for (const who of ['ana', 'caro'] as const) {
    const disk = openMemoryDisk();
    await openServerPhone(farm, who, { store: openFarmStore(disk) }).meet();
    lies.set(who, await written(disk));
  }
});

/** What the office knows and a hand does not need. */
const office = [
  'beto@campo.test',
  'Veterinaria Sur',
  'Vacuna aftosa',
  '20123456786',
  '33693450239',
  'Los Ceibos SA',
  '1717.00',
  '987654',
];

describe('What lies on the phone of a hand', () => {
  test('is no address of a colleague, no price, no paper and nothing of the farm’s taxes', () => {
    const found = (who: PersonName) => office.filter((word) => lies.get(who)?.includes(word));
    // The same words are found on the owner's phone: the look would have seen them.
    expect(found('ana')).toEqual(office);
    expect(found('caro')).toEqual([]);
  });

  test('is what the field needs: the herd, the places, the people’s names and telephones', () => {
    const needed = ['El Bajo', 'Invernada', 'Novillito', 'Frigorífico Sur', 'Beto', '+5491155550001'];
    expect(needed.filter((word) => lies.get('caro')?.includes(word) !== true)).toEqual([]);
  });

  test('is no password, no code, and no token among the farm’s rows', () => {
    for (const [, text] of lies) expect(text).not.toMatch(/password|refresh_token|eyJ[\w-]{10,}\.|argon2/);
  });
});
