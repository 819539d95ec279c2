// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RestoredNotice } from '../../../src/app/features/home/home-screen.tsx';
import { fakeFarm, renderScreen } from '../../support/fake-farm.tsx';

const restored = {
  epoch: 'two',
  noticed_at: '2026-11-14T10:00:00.000Z',
  copy_at: '2026-11-12T12:40:00.000Z',
  copy_may_be_newer: false,
  returned: 37,
};
const sentence =
  'El servidor volvió a una copia del 12/11 a las 09:40. Los celulares devolvieron 37 registros. Revisá lo que se cargó en el escritorio desde entonces.';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('After the server went back to a copy', () => {
  test('its owner reads from when the copy is and how many records came back', async () => {
    await renderScreen(<RestoredNotice />, { farm: fakeFarm({ restored }) });
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  test.each([true, undefined])(
    'while no phone named its newest change (%s), the time is told as the bound that it is',
    async (copy_may_be_newer) => {
      await renderScreen(<RestoredNotice />, { farm: fakeFarm({ restored: { ...restored, copy_may_be_newer } }) });
      expect(
        await screen.findByText(/^El servidor volvió a una copia del 12\/11, de las 09:40 o después\. /),
      ).toBeTruthy();
    },
  );

  test('and where to look: an invoice that a phone kept comes back by itself, what is done with signal alone does not', async () => {
    await renderScreen(<RestoredNotice />, { farm: fakeFarm({ restored }) });
    expect(
      await screen.findByText(
        'Personas del equipo, configuración, pagos y cambios de facturas se cargan con señal: los celulares no los devuelven.',
      ),
    ).toBeTruthy();
  });

  test('one record is one, and a copy whose day nobody could tell has none', async () => {
    await renderScreen(<RestoredNotice />, {
      farm: fakeFarm({ restored: { ...restored, copy_at: null, returned: 1 } }),
    });
    expect(
      await screen.findByText(
        'El servidor volvió a una copia. Los celulares devolvieron 1 registro. Revisá lo que se cargó en el escritorio desde entonces.',
      ),
    ).toBeTruthy();
  });

  test('what he has read is not said again, but the next copy is', async () => {
    await renderScreen(<RestoredNotice />, { farm: fakeFarm({ restored }) });
    fireEvent.click(await screen.findByRole('button', { name: 'Entendido' }));
    expect(screen.queryByText(sentence)).toBeNull();
    cleanup();
    await renderScreen(<RestoredNotice />, { farm: fakeFarm({ restored: { ...restored, epoch: 'three' } }) });
    expect(await screen.findByText(sentence)).toBeTruthy();
  });
});
