// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { LogIn } from '../../../src/app/features/account/log-in.tsx';
import { PendingSheet } from '../../../src/app/features/pending/pending-sheet.tsx';
import { OthersContext } from '../../../src/app/platform/others-context.ts';
import { fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';

afterEach(cleanup);

const asked: (string | null)[] = [];
const ask = (records: number, people: number) => (userId: string | null) => {
  asked.push(userId);
  return { records, people };
};

describe('A phone that several people share', () => {
  test('says before anybody is in what waits here, and names nobody', async () => {
    const session = fakeSession('user', { status: 'signed-out', user: null });
    await renderScreen(
      <OthersContext value={ask(3, 2)}>
        <LogIn />
      </OthersContext>,
      { session },
    );
    expect(screen.getByRole('status').textContent).toBe(
      'En este celular hay 3 registros sin enviar. Se guardan hasta que vuelva a ingresar quien los cargó.',
    );
    expect(asked).toContain(null);
  });

  test('says in Pendientes that another’s record waits', async () => {
    const session = fakeSession('user');
    await renderScreen(
      <OthersContext value={ask(1, 1)}>
        <PendingSheet open onClose={() => undefined} />
      </OthersContext>,
      { session, farm: fakeFarm({}) },
    );
    expect((await screen.findByText(/otra persona/)).textContent).toBe(
      'En este celular hay 1 registro de otra persona sin enviar. Se guarda hasta que vuelva a ingresar quien lo cargó.',
    );
    expect(asked.at(-1)).toBe(session.state().user?.id);
  });

  test('says nothing where nothing of another waits', async () => {
    await renderScreen(
      <OthersContext value={ask(0, 0)}>
        <PendingSheet open onClose={() => undefined} />
      </OthersContext>,
      { session: fakeSession('user'), farm: fakeFarm({}) },
    );
    await screen.findByRole('dialog');
    expect(screen.queryByText(/En este celular hay/)).toBeNull();
  });
});
