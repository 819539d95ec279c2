// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NewRecordSheet } from '../../../src/app/features/record/new-record-sheet.tsx';
import { recordedKind } from '../../../src/domain/movements/registry.ts';
import type { Role } from '../../../src/domain/people/roles.ts';
import { type FakeFarm, type FarmValues, fakeFarm, renderScreen } from '../../support/fake-farm.tsx';

const today = '2026-11-21';
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${today}T15:00:00.000Z`) });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function open(type: string, values: Partial<FarmValues> = {}, role: Role = 'owner'): Promise<FakeFarm> {
  const kind = recordedKind(type);
  if (!kind) throw new Error(type);
  const farm = fakeFarm(values);
  await renderScreen(
    <NewRecordSheet kind={kind} role={role} from={{ lotId: null, rodeoId: null }} onClose={() => undefined} />,
    { farm },
  );
  await waitFor(() => expect(document.querySelector('form')).not.toBeNull());
  return farm;
}
const chip = (group: string, name: string): void =>
  void fireEvent.click(within(screen.getByRole('group', { name: group })).getByRole('button', { name }));
const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));
const pressed = (group: string): string[] =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('button', { pressed: true })
    .map((one) => one.textContent ?? '');
async function saved(farm: FakeFarm): Promise<unknown> {
  await act(async () => {
    fireEvent.submit(document.querySelector('form') ?? document.body);
    await Promise.resolve();
  });
  return farm.done.find(([name]) => name === 'recordMovement')?.[2];
}

describe('a change of rodeo', () => {
  const question = '¿También se mueven de lote?';
  const asks = () => screen.queryByRole('group', { name: question });

  test('asks whether the animals also go where the new rodeo stands, and takes a no for granted', async () => {
    const farm = await open('CHANGE_RODEO');
    chip('Rodeo de origen', 'Cría');
    expect(asks()).toBeNull();
    chip('Rodeo de destino', 'Invernada');
    expect(pressed(question)).toEqual(['No, se quedan']);
    press('Sumar 1 vaca');
    const payload = await saved(farm);
    expect(payload).toEqual({
      date: today,
      from_rodeo_id: 'cria',
      to_rodeo_id: 'invernada',
      animals: [{ type: 'vaca', count: 1 }],
    });
  });

  test('the lot of the new rodeo is the first that is offered, and a yes goes with the record', async () => {
    const farm = await open('CHANGE_RODEO');
    chip('Rodeo de origen', 'Cría');
    chip('Rodeo de destino', 'Invernada');
    const offered = within(screen.getByRole('group', { name: question })).getAllByRole('button');
    expect(offered.map((one) => one.textContent).slice(0, 2)).toEqual(['No, se quedan', 'El Bajo']);
    chip(question, 'El Bajo');
    press('Sumar 1 vaca');
    expect(await saved(farm)).toMatchObject({ to_lot_id: 'bajo' });
  });

  test('asks nothing where both rodeos stand in one lot', async () => {
    await open('CHANGE_RODEO', {
      stock: [
        { lot: 'ombu', rodeo: 'cria', category: 'vaca', head: 60 },
        { lot: 'ombu', rodeo: 'invernada', category: 'novillo', head: 8 },
      ],
    });
    chip('Rodeo de origen', 'Cría');
    chip('Rodeo de destino', 'Invernada');
    expect(asks()).toBeNull();
  });
});

describe('an abortion', () => {
  test('is told with the warning about the hands', async () => {
    await open('ABORTION');
    expect(screen.getByText('Usá guantes: posible brucelosis')).not.toBeNull();
  });
});
