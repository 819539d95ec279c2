// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, expect, test } from 'vitest';
import { SendNow } from '../../../src/app/features/pending/situation.tsx';
import type { SyncStatus } from '../../../src/app/sync/farm.ts';
import { Toaster } from '../../../src/app/ui/toaster.tsx';
import { calm, fakeFarm, renderScreen } from '../../support/fake-farm.tsx';

afterEach(() => {
  cleanup();
  act(() => toast.remove());
});

/** Presses the button with two records waiting; gives what it answered once it is at rest, where the link then stands as it says. */
async function pressed(then: Partial<SyncStatus>): Promise<string | null> {
  const before: SyncStatus = { ...calm, waiting: 2 };
  let now = before;
  const farm = fakeFarm({ status: before });
  const sendNow = async (): Promise<void> => {
    now = { ...before, ...then };
    await Promise.resolve();
  };
  const screenOf = (
    <>
      <SendNow />
      <Toaster />
    </>
  );
  await renderScreen(screenOf, { farm: { ...farm, status: () => now, acts: { ...farm.acts, sendNow } } });
  const button = screen.getByRole('button', { name: 'Enviar ahora' });
  fireEvent.click(button);
  await waitFor(() => expect(now).not.toBe(before));
  await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'));
  return screen.queryByText(/Se envía solo/)?.textContent ?? null;
}

test.each<[string, Partial<SyncStatus>, string]>([
  ['the server takes nothing', {}, 'Todavía no se pudo enviar. Se envía solo después.'],
  ['there is no signal', { reach: 'unreachable' }, 'Sin señal. Se envía solo al volver.'],
])('«Enviar ahora» has an answer where %s', async (_case, then, answer) => {
  expect(await pressed(then)).toBe(answer);
});

test.each<[string, Partial<SyncStatus>]>([
  ['some of it went', { waiting: 1 }],
  ['all of it went', { waiting: 0 }],
  ['the screen asks for the password', { needsSignIn: true }],
  ['the screen asks for an update', { mustUpdate: true }],
  ['a record before it has to be corrected', { withError: 1 }],
])('«Enviar ahora» says nothing where %s', async (_case, then) => {
  expect(await pressed(then)).toBeNull();
});
