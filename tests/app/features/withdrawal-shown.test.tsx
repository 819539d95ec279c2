// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { MovementScreen } from '../../../src/app/features/movements/movement-screen.tsx';
import { RecordCard } from '../../../src/app/features/review/record-card.tsx';
import type { Movement } from '../../../src/domain/movements/movement.ts';
import { fakeFarm, fakeSession, movementView, renderScreen } from '../../support/fake-farm.tsx';

afterEach(cleanup);

const sale = (more: Partial<Movement>) => movementView({ type: 'SELL', ...more });
const acts = {
  onEdit: vi.fn<(id: string) => void>(),
  onRepeat: vi.fn<(type: string) => void>(),
  onGone: vi.fn<() => void>(),
  onRenamed: vi.fn<(id: string) => void>(),
};

test('A sale in a withdrawal period says for whoever reads it why it went on', async () => {
  const metadata = { lot_id: 'ombu', deletedBy: null, editHistory: [], withdrawal_reason: 'Van a invernada' };
  const farm = fakeFarm({ movements: [sale({ metadata })] });
  await renderScreen(<MovementScreen id="movement-1" {...acts} />, { farm, session: fakeSession('user') });
  expect(await screen.findByText('Salió en período de retiro: Van a invernada')).not.toBeNull();
});

test('A sale that nobody gave a reason for says so, and waits for the office', async () => {
  const view = sale({ review: { reasons: ['withdrawal'] } });
  const farm = fakeFarm({ movements: [view] });
  await renderScreen(<MovementScreen id="movement-1" {...acts} />, { farm, session: fakeSession('admin') });
  expect(await screen.findByText('Salieron animales en período de retiro. ¿Por qué?')).not.toBeNull();
  expect(screen.queryByText(/^Salió en período de retiro/)).toBeNull();
  cleanup();
  await renderScreen(<RecordCard view={view} onEdit={acts.onEdit} />, { farm, session: fakeSession('admin') });
  expect(await screen.findByText('Salieron animales en período de retiro. ¿Por qué?')).not.toBeNull();
  expect(screen.getByRole('button', { name: 'Dejar como está' })).not.toBeNull();
});
