// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PendingSheet } from '../../../src/app/features/pending/pending-sheet.tsx';
import type { PendingView } from '../../../src/app/sync/farm.ts';
import { fakeFarm, renderScreen } from '../../support/fake-farm.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const at = '2026-11-21T15:00:00.000Z';
const change: PendingView = {
  opId: 'op-lot',
  title: 'Editar lote',
  summary: 'La Isla',
  state: 'con_error',
  recordedAt: at,
  attempts: 1,
  problem: { code: 'NOT_FOUND', message: 'Lote no encontrado', issues: [] },
  waitsFor: null,
  author: null,
  subject: 'lot',
  movementType: null,
  entityId: 'isla',
  act: 'edit',
  canCorrect: false,
};

test('a refused change of a lot that is gone is read where it stands, and shared as it was typed', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(at) });
  const shared: File[] = [];
  const share = async ({ files }: { files: File[] }) => Promise.resolve(void shared.push(...files));
  vi.stubGlobal('navigator', { canShare: () => true, share });
  const typed = { id: 'isla', hectares: 41, use: 'campo_natural' };
  const farm = fakeFarm({ pending: [change], payloads: { 'op-lot': typed } });
  await renderScreen(<PendingSheet open onClose={() => undefined} onCorrect={() => undefined} />, { farm });
  const told = await screen.findByRole('list', { name: 'Lo cargado' });
  expect(told.textContent).toBe('Hectáreas41UsoCampo natural');
  expect(screen.queryByRole('button', { name: /^Corregir/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^Compartir copia/ }));
  await waitFor(() => expect(shared).toHaveLength(1));
  expect(JSON.parse((await shared[0]?.text()) ?? '')).toMatchObject({ registro: 'Editar lote', datos: typed });
});
