// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, expect, test, vi } from 'vitest';
import { RecordOverlay } from '../../src/app/features/record/record-overlay.tsx';
import { type FakeFarm, renderScreen } from '../support/fake-farm.tsx';
import { type Drafts, farmWithDrafts } from '../support/farm-with-drafts.ts';
import { standOn } from '../support/stand-on.ts';

/** The icon's window and the browser's have the same half-typed forms: what one ended or went on with must not count twice. */
standOn('2026-11-21');
const channels: BroadcastChannel[] = [];
afterEach(() => {
  cleanup();
  toast.remove();
  for (const channel of channels.splice(0)) channel.close();
});

/** The window that is not this one. */
function otherWindow(draft: string) {
  const channel = new BroadcastChannel('drafts');
  channels.push(channel);
  let heard = 0;
  channel.addEventListener('message', ({ data }) => {
    if (data === `ombu/${draft}`) heard += 1;
  });
  return { heard: () => heard, tell: () => channel.postMessage(`ombu/${draft}`) };
}

async function open(farm: FakeFarm, registrar: 'RAIN' | 'WEIGHING'): Promise<void> {
  const nothing = (): void => undefined;
  const closed = { editId: null, correctOp: null, lotId: null, onPick: nothing, onClose: nothing };
  const isTanda = registrar === 'WEIGHING';
  await renderScreen(
    <RecordOverlay
      role="user"
      {...closed}
      registrar={registrar}
      rodeoId={isTanda ? 'invernada' : null}
      isTanda={isTanda}
    />,
    { farm },
  );
}

const press = async (name: string): Promise<void> =>
  act(async () => void fireEvent.click(await screen.findByRole('button', { name })));
const saved = (farm: FakeFarm): number => farm.done.filter(([act]) => act === 'recordMovement').length;
/** A message between windows takes its time. */
const rest = async (): Promise<void> => act(async () => new Promise((resolve) => setTimeout(resolve, 50)));

test('a form that another window saved says so, and is not saved again by the same touch', async () => {
  const farm = farmWithDrafts({});
  await open(farm, 'RAIN');
  await press('25');
  otherWindow('registro RAIN').tell();
  await rest();
  await press('Guardar 25 mm');
  expect(saved(farm)).toBe(0);
  const [alert] = screen.getAllByRole('alert');
  expect(alert?.textContent).toContain('Ya se guardó en otra ventana');
  await press('Guardar 25 mm');
  await waitFor(() => expect(saved(farm)).toBe(1));
});

test('a form in which nothing was typed is not in the way of another window', async () => {
  const farm = farmWithDrafts({});
  await open(farm, 'RAIN');
  otherWindow('registro RAIN').tell();
  await rest();
  await press('25');
  await press('Guardar 25 mm');
  await waitFor(() => expect(saved(farm)).toBe(1));
});

test('a save is told to the other windows', async () => {
  const other = otherWindow('registro RAIN');
  await open(farmWithDrafts({}), 'RAIN');
  await press('25');
  expect(other.heard()).toBe(0);
  await press('Guardar 25 mm');
  await waitFor(() => expect(other.heard()).toBe(1));
});

test('a tanda goes on with what another window added, and is empty once it was saved there', async () => {
  const drafts: Drafts = {};
  const farm = farmWithDrafts(drafts);
  const other = otherWindow('tanda WEIGHING');
  await open(farm, 'WEIGHING');
  const weigh = async (kilos: string): Promise<void> => {
    for (const key of kilos) await press(key);
    await press('Anotar el peso');
  };
  await screen.findByRole('button', { name: 'Anotar el peso' }, { timeout: 20_000 });
  await weigh('412');
  await waitFor(() => expect(other.heard()).toBeGreaterThan(0));
  const before = drafts['tanda WEIGHING'] ?? {};
  const touches = [...(before['touches'] as object[]), { category: 'novillito', kg: 398, at: '' }];
  drafts['tanda WEIGHING'] = { ...before, touches };
  other.tell();
  await screen.findByRole('button', { name: 'Guardar 2 pesadas' });
  await weigh('405');
  const kilos = () => ((drafts['tanda WEIGHING'] ?? {})['touches'] as { kg: number }[]).map(({ kg }) => kg);
  await waitFor(() => expect(kilos()).toEqual([412, 398, 405]));
  drafts['tanda WEIGHING'] = null;
  other.tell();
  expect(await screen.findByRole('button', { name: 'Guardar' })).toHaveProperty('disabled', true);
  expect(saved(farm)).toBe(0);
});

test('a browser that has no channels between windows saves all the same', async () => {
  vi.resetModules();
  vi.stubGlobal('BroadcastChannel', undefined);
  const alone = await import('../../src/app/forms/other-windows.ts');
  expect(() => alone.tellOtherWindows('ombu/registro RAIN')).not.toThrow();
  vi.unstubAllGlobals();
});
