// @vitest-environment happy-dom
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Button } from '../../../src/app/ui/button.tsx';
import { ConfirmDialog } from '../../../src/app/ui/confirm-dialog.tsx';
import { Sheet } from '../../../src/app/ui/sheet.tsx';

afterEach(cleanup);

const closed = vi.fn<() => void>();
const Page = () => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Registrar</Button>
      <Sheet
        open={open}
        title="Registrar lluvia"
        footer={<Button variant="primary">Guardar</Button>}
        onClose={() => {
          closed();
          setOpen(false);
        }}
      >
        <input type="file" aria-label="Foto" />
      </Sheet>
    </>
  );
};

const openSheet = (): HTMLElement => {
  closed.mockClear();
  render(<Page />);
  const opener = screen.getByRole('button', { name: 'Registrar' });
  opener.focus();
  fireEvent.click(opener);
  return screen.getByRole('dialog', { name: 'Registrar lluvia' });
};

let places = 0;

/** A touch made so many milliseconds from now. */
function touchAt(target: HTMLElement, ms: number, how: object = {}): void {
  for (const event of [createEvent.pointerDown(target), createEvent.click(target)]) {
    for (const [name, value] of Object.entries({ timeStamp: performance.now() + ms, ...how }))
      Object.defineProperty(event, name, { value });
    fireEvent(target, event);
  }
}

describe('a sheet', () => {
  test('nothing of it exists until it opens', () => {
    render(<Page />);
    expect(screen.queryByText('Registrar lluvia')).toBeNull();
  });

  test('it opens over the page with the focus on its title', () => {
    const dialog = openSheet();
    expect(dialog.hasAttribute('open')).toBe(true);
    expect(document.activeElement?.textContent).toBe('Registrar lluvia');
  });

  test('the cross closes it once and the focus returns to the button that opened it', () => {
    openSheet();
    fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }));
    expect(closed).toHaveBeenCalledOnce();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Registrar' }));
  });

  test('Esc and the back gesture close it', () => {
    fireEvent(openSheet(), new Event('cancel', { cancelable: true }));
    expect(closed).toHaveBeenCalledOnce();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('giving up the choice of a photo does not close the sheet', () => {
    openSheet();
    fireEvent(screen.getByLabelText('Foto'), new Event('cancel', { bubbles: true }));
    expect(screen.queryByRole('dialog')).not.toBeNull();
  });

  test('a touch outside closes it; one that began inside does not', () => {
    const dialog = openSheet();
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Guardar' }));
    fireEvent.click(dialog);
    expect(screen.queryByRole('dialog')).not.toBeNull();
    touchAt(dialog, 1_000);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a second, impatient touch of what opened it neither closes it nor reaches what stands there now', () => {
    const dialog = openSheet();
    touchAt(dialog, 300);
    expect(screen.queryByRole('dialog')).not.toBeNull();
    touchAt(screen.getByRole('button', { name: 'Cerrar' }), -300);
    expect(screen.queryByRole('dialog')).not.toBeNull();
    touchAt(screen.getByRole('button', { name: 'Cerrar' }), 300);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('what lies under a sheet', () => {
  const finger = { pointerType: 'touch', clientY: 600 };
  const Form = ({ onUnder }: { readonly onUnder: () => void }) => {
    const [isOpen, setOpen] = useState(true);
    return (
      <>
        <button type="button" onClick={onUnder}>
          Registrar
        </button>
        <Sheet open={isOpen} title="Lluvia" onClose={() => setOpen(false)}>
          <button type="button" onClick={() => setOpen(false)}>
            Guardar
          </button>
        </Sheet>
      </>
    );
  };

  test.each([
    ['the second touch of a finger, of what closed it, does nothing there', 300, finger, 0],
    ['nor the second of a double click', 300, { ...finger, pointerType: 'mouse', detail: 2 }, 0],
    ['a later touch does', 900, finger, 1],
    ['a touch at another place does', 300, { ...finger, clientY: 300 }, 1],
    ['a mouse that clicks once does', 300, { ...finger, pointerType: 'mouse', detail: 1 }, 1],
  ])('%s', (_, ms, how, times) => {
    const handleUnder = vi.fn<() => void>();
    render(<Form onUnder={handleUnder} />);
    // Each at its own place, for all are made within a second.
    const clientX = (places += 100);
    touchAt(screen.getByRole('button', { name: 'Guardar' }), 10, { ...finger, clientX });
    expect(screen.queryByRole('dialog')).toBeNull();
    touchAt(screen.getByRole('button', { name: 'Registrar' }), ms, { ...how, clientX });
    expect(handleUnder).toHaveBeenCalledTimes(times);
  });
});

describe('a question before something that cannot be undone', () => {
  test('"Cancelar" holds the focus, and only the other button acts', () => {
    const handleConfirm = vi.fn<() => void>();
    const handleClose = vi.fn<() => void>();
    render(
      <ConfirmDialog
        open
        danger
        title="¿Eliminar?"
        confirmLabel="Eliminar"
        onConfirm={handleConfirm}
        onClose={handleClose}
      >
        Se borra para todos.
      </ConfirmDialog>,
    );
    expect(screen.getByRole('alertdialog', { name: '¿Eliminar?' })).toBeDefined();
    expect(document.activeElement?.textContent).toBe('Cancelar');
    fireEvent.click(screen.getByRole('button', { name: 'Eliminar' }));
    expect(handleConfirm).toHaveBeenCalledOnce();
    expect(handleClose).not.toHaveBeenCalled();
  });

  test.each([
    ['a finger', { pointerType: 'touch', clientY: 100 }],
    ['a mouse', { pointerType: 'mouse', detail: 2, clientY: 200 }],
  ])('the second touch of %s, of what asked, is no answer; a later one is', (_, how) => {
    const handleConfirm = vi.fn<() => void>();
    const close = vi.fn<() => void>();
    render(
      <ConfirmDialog open title="¿Eliminar?" confirmLabel="Eliminar" onConfirm={handleConfirm} onClose={close}>
        Va.
      </ConfirmDialog>,
    );
    for (const name of ['Eliminar', 'Cancelar']) touchAt(screen.getByRole('button', { name }), 300, how);
    expect([handleConfirm, close].flatMap(({ mock }) => mock.calls)).toEqual([]);
    touchAt(screen.getByRole('button', { name: 'Eliminar' }), 1_000, how);
    expect(handleConfirm).toHaveBeenCalledOnce();
  });

  test('while it is being done a second touch does nothing', () => {
    const handleConfirm = vi.fn<() => void>();
    render(
      <ConfirmDialog
        open
        busy
        title="¿Eliminar?"
        confirmLabel="Eliminar"
        onConfirm={handleConfirm}
        onClose={vi.fn<() => void>()}
      >
        Se borra para todos.
      </ConfirmDialog>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Eliminar' }));
    expect(handleConfirm).not.toHaveBeenCalled();
  });
});

describe('a sheet that takes the place of another', () => {
  const sheet = (title: string) => (
    <Sheet key={title} open title={title} onClose={closed}>
      {null}
    </Sheet>
  );
  const isStill = (name: string): boolean => screen.getByRole('dialog', { name }).hasAttribute('data-still');

  test('stands still, for it was there already; one that opens later rises', async () => {
    const { rerender } = render(sheet('Cargando'));
    expect(isStill('Cargando')).toBe(false);
    rerender(sheet('Lluvia'));
    expect(isStill('Lluvia')).toBe(true);
    rerender(<p>Inicio</p>);
    await Promise.resolve();
    rerender(sheet('Muerte'));
    expect(isStill('Muerte')).toBe(false);
  });
});
