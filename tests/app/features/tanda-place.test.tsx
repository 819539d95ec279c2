// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { TandaSheet } from '../../../src/app/features/record/tanda/tanda-sheet.tsx';
import { recordedKind } from '../../../src/domain/movements/registry.ts';
import { fakeFarm, type FarmValues, renderScreen } from '../../support/fake-farm.tsx';

afterEach(cleanup);

const habits = { byType: {}, recentLotIds: ['bajo'] };

async function open(values: Partial<FarmValues>): Promise<void> {
  const kind = recordedKind('WEIGHING');
  if (!kind) throw new Error('no weighing');
  await renderScreen(
    <TandaSheet kind={kind} role="user" from={{ lotId: null, rodeoId: null }} onClose={() => undefined} />,
    { farm: fakeFarm({ habits, ...values }) },
  );
}

test('Weighing starts at once where this device recorded last, and says where that is', async () => {
  await open({});
  expect(await screen.findByRole('button', { name: 'Cambiar lugar o fecha: Hoy · Invernada · El Bajo' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Anotar el peso' })).toBeDefined();
});

test.each([
  ['several rodeos stand there', [{ rodeo: 'invernada' }, { rodeo: 'cria' }]],
  ['its animals are of none', [{ rodeo: null }]],
  ['nothing stands there', []],
])('It asks where, when %s', async (_why, here) => {
  await open({ stock: here.map(({ rodeo }) => ({ lot: 'bajo', rodeo, category: 'novillito', head: 10 })) });
  expect(await screen.findByRole('button', { name: 'Empezar' })).toBeDefined();
});
