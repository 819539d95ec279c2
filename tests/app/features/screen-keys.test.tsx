// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { KeysCard } from '../../../src/app/features/shell/device-cards.tsx';
import { FarmShell } from '../../../src/app/features/shell/farm-shell.tsx';
import { Sheet } from '../../../src/app/ui/sheet.tsx';
import { renderScreen } from '../../support/fake-farm.tsx';

const onRegister = vi.fn<() => void>();
const onSearch = vi.fn<() => void>();
const nothing = (): void => undefined;

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const show = async (isAsking = false): Promise<void> => {
  await renderScreen(
    <FarmShell
      onRegister={onRegister}
      onSearch={onSearch}
      onPending={nothing}
      onOrganizations={nothing}
      onMore={nothing}
    >
      <input aria-label="Nota" />
      <textarea aria-label="Texto" />
      <select aria-label="Lote" />
      <button type="button">Otra cosa</button>
      <KeysCard />
      <Sheet open={isAsking} title="Hoja" onClose={nothing}>
        Algo
      </Sheet>
    </FarmShell>,
  );
};
const press = (key: string, more: Partial<KeyboardEventInit> = {}, target: Element = document.body): boolean =>
  fireEvent.keyDown(target, { key, ...more });
const calls = (): readonly [registers: number, searches: number] => [
  onRegister.mock.calls.length,
  onSearch.mock.calls.length,
];

describe('the keys of a desk', () => {
  test('N opens Registrar, from anywhere where nothing is typed, with capitals on too', async () => {
    await show();
    expect(press('n')).toBe(false);
    press('N');
    press('n', {}, screen.getByRole('button', { name: 'Otra cosa' }));
    expect(calls()).toEqual([3, 0]);
  });

  test('/ and Ctrl+K open Buscar; a Spanish keyboard makes the slash with Shift', async () => {
    await show();
    press('/', { shiftKey: true });
    press('k', { ctrlKey: true });
    press('k', { metaKey: true });
    expect(calls()).toEqual([0, 3]);
  });

  test.each(['Nota', 'Texto', 'Lote'])('in the field «%s» a letter is a letter', async (label) => {
    await show();
    const field = screen.getByLabelText(label);
    expect([press('n', {}, field), press('/', {}, field), calls()]).toEqual([true, true, [0, 0]]);
  });

  test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { shiftKey: true }, { repeat: true }])(
    'N with %o is left to the browser',
    async (more) => {
      await show();
      expect([press('n', more), calls()]).toEqual([true, [0, 0]]);
    },
  );

  test('while a sheet lies over the screen they are silent', async () => {
    await show(true);
    press('n');
    press('/');
    press('k', { ctrlKey: true });
    expect(calls()).toEqual([0, 0]);
  });

  test('the button says its key to the eye and to a reader', async () => {
    await show();
    const [button] = screen.getAllByRole('button', { name: 'Registrar' });
    expect([button?.getAttribute('aria-keyshortcuts'), button?.querySelector('kbd')?.textContent]).toEqual(['N', 'N']);
  });
});

describe('who has them go off by accident', () => {
  const box = (): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(/^Atajos con una sola tecla/);

  test('switches off those of one key, which are not offered any more; Ctrl+K stays', async () => {
    await show();
    fireEvent.click(box());
    press('n');
    press('/');
    expect(calls()).toEqual([0, 0]);
    press('k', { ctrlKey: true });
    expect(calls()).toEqual([0, 1]);
    const [button] = screen.getAllByRole('button', { name: 'Registrar' });
    expect(button?.getAttribute('aria-keyshortcuts')).toBeNull();
    expect(screen.getByRole('button', { name: 'Buscar' }).getAttribute('aria-keyshortcuts')).toBe('Control+K');
  });

  test('finds them off when the app is opened again, and on with a touch', async () => {
    localStorage.setItem('atajos', 'off');
    await show();
    expect(box().checked).toBe(false);
    press('n');
    fireEvent.click(box());
    press('n');
    expect(calls()).toEqual([1, 0]);
  });
});
