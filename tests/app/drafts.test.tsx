// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDraft, useDraftOnce } from '../../src/app/forms/drafts.ts';
import { FarmContext } from '../../src/app/platform/farm-context.tsx';
import { useAutosave } from '../../src/app/forms/keeping.ts';
import { StorageFailure } from '../../src/app/store/store.ts';
import { type FakeFarm, fakeFarm } from '../support/fake-farm.tsx';

let farm: FakeFarm;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  farm = fakeFarm();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const Form = ({ text }: { readonly text: string }) => {
  const { place } = useDraft('nota', null);
  useAutosave(place, { text }, text !== '');
  return (
    <button type="button" onClick={place.beforeSave}>
      Guardar
    </button>
  );
};
const formWith = (text: string) => (
  <FarmContext value={farm}>
    <Form text={text} />
  </FarmContext>
);
const kept = (): readonly unknown[] =>
  farm.done.map(([, , draft]) => (draft as { text?: string } | null)?.text ?? null);

test('the first word is kept at once, the next ones as they come: who types without a pause loses a third of a second', () => {
  const { rerender } = render(formWith(''));
  vi.advanceTimersByTime(1_000);
  let text = '';
  for (const letter of 'llovió mucho') {
    text += letter;
    rerender(formWith(text));
    vi.advanceTimersByTime(100);
  }
  expect(kept()).toEqual(['l', 'llo', 'llovió', 'llovió mu', 'llovió mucho']);
});

test('what is typed when the page goes is kept then', () => {
  const { rerender } = render(formWith(''));
  rerender(formWith('ll'));
  expect(kept()).toEqual([]);
  window.dispatchEvent(new Event('pagehide'));
  expect(kept()).toEqual(['ll']);
});

test('what was taken back by hand is gone from the disk too, and nothing is written where nothing was typed', () => {
  const { rerender } = render(formWith(''));
  vi.advanceTimersByTime(1_000);
  expect(kept()).toEqual([]);
  rerender(formWith('l'));
  vi.advanceTimersByTime(1);
  rerender(formWith(''));
  vi.advanceTimersByTime(1_000);
  expect(kept()).toEqual(['l', null]);
});

test('a form that is saved keeps nothing behind itself', () => {
  const { rerender, unmount } = render(formWith(''));
  rerender(formWith('ll'));
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  vi.advanceTimersByTime(1_000);
  unmount();
  expect(kept()).toEqual([]);
});

test('what was typed last stays on the disk where another window has saved the form', async () => {
  const { rerender } = render(formWith(''));
  rerender(formWith('llovió'));
  const [other, here] = [new BroadcastChannel('drafts'), new BroadcastChannel('drafts')];
  const isHeard = new Promise((resolve) => here.addEventListener('message', resolve));
  other.postMessage('ombu/nota');
  await isHeard;
  await new Promise(setImmediate);
  rerender(formWith('llovió más'));
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(kept()).toEqual(['llovió más']);
  rerender(formWith(''));
  expect(kept()).toEqual(['llovió más', null]);
  for (const channel of [other, here]) channel.close();
});

test('a form whose draft cannot be read ends in the error of the screen, and does not load for ever', async () => {
  vi.useRealTimers();
  const complained = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const views = { ...farm.views, draft: () => Promise.reject(new StorageFailure('UnknownError')) };
  const Opening = () => <p>{useDraftOnce('nota') === undefined ? 'Cargando' : 'Nota'}</p>;
  const seen: unknown[] = [];
  const root = createRoot(document.createElement('div'), { onUncaughtError: (error) => seen.push(error) });
  act(() =>
    root.render(
      <FarmContext value={{ ...farm, views }}>
        <Opening />
      </FarmContext>,
    ),
  );
  await vi.waitFor(() => expect(seen).toEqual([new StorageFailure('UnknownError')]));
  complained.mockRestore();
});
