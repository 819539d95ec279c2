// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { sentWords, useSentWord } from '../../../src/app/features/shell/sync-chip.tsx';
import { Toaster } from '../../../src/app/ui/toaster.tsx';
import type { PendingView, SyncStatus } from '../../../src/app/sync/farm.ts';
import { calm, fakeFarm, renderScreen } from '../../support/fake-farm.tsx';
import { standOn } from '../../support/stand-on.ts';

standOn('2026-11-21');
afterEach(cleanup);

const record = (opId: string): PendingView => ({
  opId,
  title: 'Lluvia',
  summary: '12 mm',
  state: 'pendiente',
  recordedAt: '2026-11-21T11:00:00.000Z',
  attempts: 0,
  problem: null,
  waitsFor: null,
  author: null,
  subject: 'movement',
  movementType: 'RAIN',
  entityId: opId,
  act: 'create',
  canCorrect: true,
});
const nothing = { photos: 0, voices: 0, papers: 0, refused: 0 };

interface Moment {
  readonly status: Partial<SyncStatus>;
  readonly photos?: number;
  readonly pending: readonly PendingView[];
  readonly sent?: readonly PendingView[];
}

/** One moment after the other, on one phone. */
async function live(...moments: readonly [Moment, ...Moment[]]): Promise<void> {
  let [now] = moments;
  let go = (_moment: Moment): void => undefined;
  const Word = () => {
    const [{ status, photos = 0 }, setMoment] = useState(now);
    useEffect(() => {
      go = setMoment;
    }, []);
    useSentWord({ ...calm, ...status }, { ...nothing, photos });
    return null;
  };
  const farm = fakeFarm({});
  const views = {
    ...farm.views,
    pending: () => Promise.resolve(now.pending),
    sentToday: () => Promise.resolve(now.sent ?? []),
  };
  await renderScreen(
    <>
      <Word />
      <Toaster />
    </>,
    { farm: { ...farm, views } },
  );
  for (const moment of moments.slice(1)) {
    now = moment;
    await act(async () => {
      go(moment);
      await Promise.resolve();
    });
  }
}
const [a, b, c] = ['a', 'b', 'c'].map(record) as [PendingView, PendingView, PendingView];
const away = { reach: 'unreachable' } as const;

describe('what waited without signal', () => {
  test('is told once all of it has gone', async () => {
    await live(
      { status: { ...away, waiting: 2 }, photos: 1, pending: [a, b] },
      { status: { waiting: 2 }, photos: 1, pending: [a, b] },
      { status: {}, pending: [], sent: [a, b] },
    );
    expect(await screen.findByText('Se enviaron 2 registros y 1 foto')).toBeTruthy();
  });

  test('and was taken back meanwhile was not sent', async () => {
    await live(
      { status: { ...away, waiting: 3 }, pending: [a, b, c] },
      { status: {}, pending: [], sent: [c, record('before')] },
    );
    expect(await screen.findByText('Se envió 1 registro')).toBeTruthy();
  });
});

test('A record that goes at once is told by its own tick alone', async () => {
  await live({ status: { waiting: 1 }, pending: [a] }, { status: {}, pending: [], sent: [a] });
  expect(screen.queryByText(/Se envi/)).toBeNull();
});

test.each([
  [18, 1, 0, 'Se enviaron 18 registros y 1 foto'],
  [1, 0, 0, 'Se envió 1 registro'],
  [0, 2, 1, 'Se enviaron 2 fotos y 1 nota de voz'],
  [0, 0, 0, null],
])('%i records, %i photos and %i voice notes: %s', (records, photos, voices, words) => {
  expect(sentWords(records, photos, voices)).toBe(words);
});
