// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { RecordOverlay } from '../../../src/app/features/record/record-overlay.tsx';
import type { Reply, Request } from '../../../src/app/net/reply.ts';
import { fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';

afterEach(cleanup);

const marks = { seq: null, epoch: null, replayed: false, serverTimeMs: null };
const answered = (body: object): Reply => ({ outcome: 'answer', status: 200, body: { ok: true, ...body }, marks });
const refusedAgain: Reply = {
  outcome: 'refused',
  problem: {
    code: 'PERIOD_CLOSED',
    status: 422,
    message: 'Período cerrado',
    issues: [],
    retryAfterMs: null,
    requestId: null,
  },
  marks,
};

const rain = {
  id: 'key-1',
  author: { id: 'juan', first_name: 'juan', last_name: 'gómez' },
  type: 'RAIN',
  method: 'POST',
  path: '/api/movement/weather/rain/ombu',
  body: {
    date: '2026-11-04',
    mm: 22,
    detail: 'De golpe',
    cid: 'thing-1',
    offline: true,
    recorded_at: '2026-11-04T12:00:00.000Z',
  },
  code: 'FORBIDDEN',
  message: 'No tenés permiso para hacer esto',
  issues: [],
  recorded_at: '2026-11-04T12:00:00.000Z',
  received_at: '2026-11-05T12:00:00.000Z',
  from_lost_phone: false,
};

/** Opens the form of the refused rain; gives what was asked of the server. */
async function open(applied: Reply, list: readonly object[] = [rain]) {
  const farm = fakeFarm();
  const calls: Omit<Request, 'token'>[] = [];
  const state = { isClosed: false };
  const call = async (request: Omit<Request, 'token'>): Promise<Reply> => {
    calls.push(request);
    return Promise.resolve(request.method === 'GET' ? answered({ refused: list }) : applied);
  };
  await renderScreen(
    <RecordOverlay
      role="owner"
      registrar={null}
      editId={null}
      correctOp={null}
      refusedId="key-1"
      lotId={null}
      rodeoId={null}
      onPick={() => undefined}
      onClose={() => {
        state.isClosed = true;
      }}
    />,
    { farm, session: { ...fakeSession('owner'), call } },
  );
  return { farm, calls, state };
}
const save = async (): Promise<void> =>
  void fireEvent.click(await screen.findByRole('button', { name: 'Guardar cambios' }));

describe('A record of the field that the office corrects', () => {
  test('opens with what was typed, whose it is and why it was not taken', async () => {
    await open(answered({}));
    expect(await screen.findByText(/Registró Juan Gómez/)).toBeDefined();
    expect(screen.getByText('No tenés permiso para hacer esto')).toBeDefined();
    expect(screen.getByDisplayValue('De golpe')).toBeDefined();
  });

  test('and a colleague brought says who that was, before whose it is said to be', async () => {
    await open(answered({}), [{ ...rain, said_author: { id: 'ana', first_name: 'ana', last_name: 'pérez' } }]);
    expect(await screen.findByText(/Lo trajo Juan Gómez a nombre de Ana Pérez/)).toBeDefined();
  });

  test('is taken as corrected, and stays the thing that its author’s phone made', async () => {
    const { farm, calls, state } = await open(answered({}));
    fireEvent.change(await screen.findByDisplayValue('De golpe'), { target: { value: 'En dos horas' } });
    await save();
    await waitFor(() => expect(state.isClosed).toBe(true));
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/api/refused/ombu/key-1/apply',
      body: { body: { ...rain.body, detail: 'En dos horas' } },
    });
    expect(farm.done.map(([act]) => act)).toContain('sendNow');
  });

  test('that still cannot be taken stays in its form, with the reason', async () => {
    const { state } = await open(refusedAgain);
    await save();
    expect(await screen.findByText('Período cerrado')).toBeDefined();
    expect(screen.getByDisplayValue('De golpe')).toBeDefined();
    expect(state.isClosed).toBe(false);
  });

  test('and without signal says so and keeps what was typed', async () => {
    const { state } = await open({ outcome: 'unreachable', reason: 'FETCH_ERROR', detail: '' });
    await save();
    expect(await screen.findByText('No se pudo conectar con el servidor')).toBeDefined();
    expect(state.isClosed).toBe(false);
  });

  test('is not there any more when somebody else has decided', async () => {
    await open(answered({}), []);
    expect(await screen.findByText('Este registro ya no está')).toBeDefined();
  });
});
