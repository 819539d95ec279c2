// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { MemberDevices } from '../../../src/app/features/team/member-sheet.tsx';
import { fakeFarm, renderScreen } from '../../support/fake-farm.tsx';
import { json, juan } from '../../support/phone-session.ts';
import { signedIn } from '../../support/signed-in.ts';

afterEach(cleanup);

const device =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36';
const used = '2026-11-20T14:03:00.000Z';
const [minute, day] = [60_000, 86_400_000];
/** How many waited there, and how long ago the phone said so. */
const said: readonly (readonly [number, number] | null)[] = [
  [12, 3 * day],
  [1, 20 * minute],
  [0, 5 * minute],
  // Clocks that do not agree: it cannot have been tomorrow.
  [1234, -day],
  null,
];

describe('Who runs the farm', () => {
  test('is told how much waited on each phone when it said so last', async () => {
    const sessions = said.map((outbox, at) => ({
      id: `phone-${at}`,
      user_id: 'luis',
      device,
      created_at: used,
      last_used_at: used,
      current: false,
      outbox: outbox && { waiting: outbox[0], heard_at: new Date(Date.now() - outbox[1]).toISOString() },
    }));
    const list = [{ organization: { id: 'ombu', name: 'El Ombú' }, role: 'owner' as const }];
    const phone = await signedIn(({ path }) => (path.endsWith('/session') ? json({ ok: true, sessions }) : null), {
      list,
      person: juan,
    });
    await renderScreen(<MemberDevices userId="luis" />, { session: phone.session, farm: fakeFarm({}) });
    const items = within(await screen.findByRole('list', { name: 'Sesiones' })).getAllByRole('listitem');
    const use = 'Último uso 20/11/2026 11:03 · desde 20/11/2026 11:03';
    expect(items.map(({ textContent }) => /Android(.+?)Cerrar/.exec(textContent)?.[1])).toEqual([
      `Hace 3 días tenía 12 registros sin enviar · ${use}`,
      `Hace 20 min tenía 1 registro sin enviar · ${use}`,
      `Hace 5 min no tenía registros sin enviar · ${use}`,
      `Recién tenía 1.234 registros sin enviar · ${use}`,
      use,
    ]);
  });

  test('is told when phones are shown, not that somebody who has opened nothing yet has none', async () => {
    const phone = await signedIn(({ path }) => (path.endsWith('/session') ? json({ ok: true, sessions: [] }) : null), {
      list: [{ organization: { id: 'ombu', name: 'El Ombú' }, role: 'owner' as const }],
      person: juan,
    });
    await renderScreen(<MemberDevices userId="luis" />, { session: phone.session, farm: fakeFarm({}) });
    const words = 'Acá aparecen sus celulares con la sesión abierta, desde que abre este establecimiento.';
    expect(await screen.findByText(words)).toBeTruthy();
  });
});
