// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { OffTeamScreen } from '../../../src/app/features/organization/off-team-screen.tsx';
import type { Membership } from '../../../src/contract/endpoints/session.ts';
import { calm, fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';

afterEach(cleanup);

const open: Membership = { organization: { id: 'ombu', name: 'La Esperanza' }, role: 'user' };
const otro: Membership = { organization: { id: 'otro', name: 'El Otro Campo' }, role: 'user' };
const third: Membership = { organization: { id: 'bajo', name: 'El Bajo' }, role: 'owner' };

/** The wall for somebody whose list holds these farms; gives which ones he chose. */
async function screenWith(organizations: readonly Membership[], waiting = 0, withError = 0) {
  const chosen: (string | null)[] = [];
  const session = fakeSession('user', { organizations, open, isOffTeam: true });
  await renderScreen(<OffTeamScreen />, {
    farm: fakeFarm({ status: { ...calm, waiting, withError } }),
    session: { ...session, select: (id) => void chosen.push(id) },
  });
  return chosen;
}

test('who is off the team is told of which farm, what was kept, and where else he can go', async () => {
  const chosen = await screenWith([otro, third]);
  const offTeam = screen.getByRole('alertdialog', { name: 'Ya no estás en La Esperanza' });
  // He may have been only looking.
  expect(offTeam.textContent).toContain('Si estabas escribiendo algo, queda guardado en este celular');
  expect(offTeam.textContent).not.toContain('sin enviar');
  expect(offTeam.textContent).not.toContain('no aceptó');
  expect(screen.getByRole('button', { name: 'Ir a El Bajo' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Ir a El Otro Campo' }));
  await waitFor(() => expect(chosen).toEqual(['otro']));
});

test('who has no other farm goes on without one, and knows what is still to be sent', async () => {
  const chosen = await screenWith([], 3);
  expect(screen.getByRole('alertdialog').textContent).toContain('3 registros sin enviar');
  fireEvent.click(screen.getByRole('button', { name: 'Seguir' }));
  await waitFor(() => expect(chosen).toEqual([null]));
});

test('what the server did not take of the farm any more is said on the wall, and that it is still here', async () => {
  await screenWith([otro], 0, 2);
  expect(screen.getByRole('alertdialog').textContent).toContain(
    'El servidor no aceptó 2 registros: siguen guardados en este celular.',
  );
  cleanup();
  await screenWith([otro], 0, 1);
  expect(screen.getByRole('alertdialog').textContent).toContain(
    'El servidor no aceptó 1 registro: sigue guardado en este celular.',
  );
});
