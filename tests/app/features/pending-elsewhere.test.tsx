// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { PendingSheet } from '../../../src/app/features/pending/pending-sheet.tsx';
import { calm, fakeFarm, renderScreen } from '../../support/fake-farm.tsx';

afterEach(cleanup);

const ignore = (): void => undefined;

test('where nothing of this farm waits, the sheet says what does of another', async () => {
  const around = { farm: fakeFarm({ status: calm }), leftRecords: { farms: [], elsewhere: 2 } };
  await renderScreen(<PendingSheet open onClose={ignore} onCorrect={ignore} />, around);
  expect(await screen.findByText('No hay nada por enviar de este establecimiento.')).not.toBeNull();
  expect(screen.getByText(/hay 2 registros sin enviar de otro establecimiento: para verlos, elegilo/)).not.toBeNull();
});
