// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { DueCard } from '../../../src/app/features/tasks/due-card.tsx';
import type { Reply, Request } from '../../../src/app/net/reply.ts';
import type { Role } from '../../../src/domain/people/roles.ts';
import { calm, fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';
import { part, show } from '../../support/review-sheet.tsx';
import { refusedRain } from '../../support/refused-rain.ts';

afterEach(cleanup);

const marks = { seq: null, epoch: null, replayed: false, serverTimeMs: null };
const unreachable: Reply = { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: '' };
const refused: Reply = { outcome: 'answer', status: 200, body: { ok: true, refused: [refusedRain] }, marks };
const kept = { rechazados: { count: 2 } };

describe('Records that the server did not take, on the first screen', () => {
  const first = async (role: Role, answer: Reply, drafts: Readonly<Record<string, { count: number }>> = {}) => {
    const asked: Request['path'][] = [];
    const farm = fakeFarm({ drafts });
    const call = async ({ path }: Omit<Request, 'token'>): Promise<Reply> => {
      asked.push(path);
      return Promise.resolve(answer);
    };
    await renderScreen(<DueCard />, { farm, session: { ...fakeSession(role), call } });
    return { farm, asked };
  };

  test('are asked of the server, and how many there are stays on the phone', async () => {
    const { farm, asked } = await first('owner', refused);
    await waitFor(() => expect(farm.done).toEqual([['saveDraft', 'rechazados', { count: 1 }]]));
    expect(asked).toEqual(['/api/refused/ombu']);
  });

  test('are counted without signal, as many as there were', async () => {
    const { farm } = await first('owner', unreachable, kept);
    expect((await screen.findByRole('link', { name: /A revisar/ })).textContent).toContain('2');
    expect(farm.done).toEqual([]);
  });

  test('that somebody else settled are counted no more', async () => {
    const none: Reply = { ...refused, body: { ok: true, refused: [] } };
    const { farm } = await first('owner', none, kept);
    await waitFor(() => expect(farm.done).toEqual([['saveDraft', 'rechazados', { count: 0 }]]));
  });

  test('are none of a hand’s business', async () => {
    const { asked, farm } = await first('user', refused, kept);
    await waitFor(() => expect(farm.done).toEqual([]));
    expect(screen.queryByRole('link', { name: /A revisar/ })).toBeNull();
    expect(asked).toEqual([]);
  });
});

describe('Records that the server did not take, under A revisar', () => {
  test('are not said to be none without signal', async () => {
    await show({ refused: null, drafts: kept, status: { ...calm, reach: 'unreachable' } });
    expect((await part('Rechazados (2)')).textContent).toContain('Se ven con señal.');
    expect(screen.queryByText(/No hay nada a revisar/)).toBeNull();
  });
});
