// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { EffectTable } from '../../../src/app/features/movements/effect-table.tsx';
import { MovementScreen } from '../../../src/app/features/movements/movement-screen.tsx';
import type { MovementView, PendingView } from '../../../src/app/sync/farm.ts';
import type { Movement } from '../../../src/domain/movements/movement.ts';
import { allKinds } from '../../../src/domain/movements/registry.ts';
import type { Role } from '../../../src/domain/people/roles.ts';
import { invoice } from '../form-drafts/rows.ts';
import { type FakeFarm, fakeFarm, fakeSession, movementView, renderScreen } from '../../support/fake-farm.tsx';

afterEach(cleanup);

const acts = {
  onEdit: vi.fn<(id: string) => void>(),
  onRepeat: vi.fn<(type: string) => void>(),
  onGone: vi.fn<() => void>(),
  onRenamed: vi.fn<(id: string) => void>(),
};

async function show(
  view: MovementView | null,
  role: Role = 'owner',
  id = view?.movement.id ?? 'none',
): Promise<FakeFarm> {
  for (const act of Object.values(acts)) act.mockClear();
  const farm = fakeFarm({ movements: view ? [view] : [] });
  await renderScreen(<MovementScreen id={id} {...acts} />, { farm, session: fakeSession(role) });
  await screen.findByText('Registro de datos');
  return farm;
}
const showing = (movement: Partial<Movement>, rest: Partial<Omit<MovementView, 'movement'>> = {}): Promise<FakeFarm> =>
  show(movementView(movement, rest));
const metadata = (changes: Partial<Movement['metadata']> = {}): Movement['metadata'] => ({
  lot_id: 'ombu',
  deletedBy: null,
  editHistory: [],
  ...changes,
});
const edits = (count: number): Movement['metadata'] =>
  metadata({
    editHistory: Array.from({ length: count }, (_, index) => ({
      editedBy: index % 2 === 0 ? 'ana' : 'beto',
      editedAt: `2026-11-${String(index + 6).padStart(2, '0')}T15:30:00.000Z`,
    })),
  });
const history = (): HTMLElement => screen.getByRole('group', { name: 'Historial de ediciones' });
const rows = (): (string | null)[] =>
  within(history())
    .queryAllByRole('listitem')
    .map((row) => row.textContent);

describe('the badge', () => {
  test('Activo while nobody has deleted it', async () => {
    await showing({});
    screen.getByText('Activo');
    expect(screen.queryByText('Eliminado')).toBeNull();
  });

  test('Eliminado when it has a deletedBy', async () => {
    await showing({ metadata: metadata({ deletedBy: 'beto' }) });
    screen.getByText('Eliminado');
    expect(screen.queryByText('Activo')).toBeNull();
  });
});

describe('what it says', () => {
  test('the title is «Registro de datos», the first heading', async () => {
    await showing({});
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Registro de datos');
  });

  test.each([
    ['2026-11-05', '05/11/2026'],
    ['2026-01-01', '01/01/2026'],
    ['2026-11-05T02:30:00.000Z', '04/11/2026'],
  ])('of the date %s only the day, %s', async (date, day) => {
    await showing({ date, created_at: '2025-03-03T12:00:00.000Z' });
    expect(screen.getByText(day).tagName).toBe('P');
  });

  test.each(allKinds.map((kind) => [kind.type, kind.label]))(
    '%s is called «%s», with its drawing',
    async (type, label) => {
      await showing({ type });
      const heading = screen.getByText(label, { selector: 'h2' });
      expect(heading.parentElement?.querySelector('svg')).not.toBeNull();
    },
  );

  test('a type that this version does not know is called «Movimiento»', async () => {
    await showing({ type: 'DRONE_SURVEY' });
    expect(screen.getByText('Movimiento').tagName).toBe('H2');
  });

  test('the detail text, line by line', async () => {
    await showing({ detail: 'Parió sola\nsin ayuda', reference: 'R-1' });
    expect(screen.getByText(/Parió sola/).textContent).toBe('Parió sola\nsin ayuda');
    expect(screen.queryByText('R-1')).toBeNull();
  });

  test.each([null, ''])('the reference when the detail is %j', async (detail) => {
    await showing({ detail, reference: 'Remito 0001-123' });
    expect(screen.getByText('Remito 0001-123').tagName).toBe('P');
  });

  test('the summary when there is neither', async () => {
    await showing({});
    expect(screen.getAllByText('2 terneros al pie · El Ombú')).toHaveLength(1);
  });

  test('markup in a detail is text', async () => {
    await showing({ detail: '<img src=x onerror=alert(1)>' });
    expect(document.querySelector('img')).toBeNull();
    screen.getByText('<img src=x onerror=alert(1)>');
  });

  test('who recorded it and when, on the farm’s clock', async () => {
    await showing({});
    expect(screen.queryByText('Registró Ana Paz · 05/11/2026 17:04')).not.toBeNull();
  });
});

describe('«Historial de ediciones»', () => {
  test('each entry has first and last name of who edited, and the day and time', async () => {
    await showing({ metadata: edits(2) });
    screen.getByRole('heading', { name: 'Historial de ediciones' });
    await vi.waitFor(() => expect(rows()[0]).not.toMatch(/^0/));
    expect(rows()).toEqual(['Beto Sosa07/11/2026 12:30', 'Ana Paz06/11/2026 12:30']);
  });

  test('an editor whom nobody knows any more is somebody of the team', async () => {
    await showing({ metadata: metadata({ editHistory: [{ editedBy: 'zoe', editedAt: '2026-11-06T15:30:00.000Z' }] }) });
    await vi.waitFor(() => expect(rows()[0]).not.toMatch(/^0/));
    expect(rows()).toEqual(['Alguien del equipo06/11/2026 12:30']);
  });

  test('«Ver todo» opens the rest', async () => {
    await showing({ metadata: edits(20) });
    expect(rows()).toHaveLength(3);
    const button = screen.getByRole('button', { name: 'Ver todo' });
    fireEvent.click(button);
    expect(rows()).toHaveLength(20);
    expect(button.getAttribute('aria-expanded')).toBe('true');
  });

  test('it is 500 px high at most, and scrolls, also by the keys', async () => {
    await showing({ metadata: edits(20) });
    expect(history().style.maxHeight).toBe('500px');
    expect(history().tabIndex).toBe(0);
  });

  test('two edits at the same instant are two entries', async () => {
    const edit = { editedBy: 'ana', editedAt: '2026-11-06T15:30:00.000Z' };
    const complained = vi.spyOn(console, 'error').mockReturnValue(undefined);
    await showing({ metadata: metadata({ editHistory: [edit, edit] }) });
    expect(rows()).toHaveLength(2);
    expect(complained).not.toHaveBeenCalled();
    complained.mockRestore();
  });

  test('none is said', async () => {
    await showing({});
    expect(screen.queryByText('Nadie lo editó.')).not.toBeNull();
  });
});

describe('what it did to the herd', () => {
  test('place by place, with its sign', async () => {
    const lines = [
      { lot: 'ombu', rodeo: 'cria', category: 'vaca', head: -1200 },
      { lot: null, rodeo: null, category: 'vendida', head: 3 },
    ];
    await showing({}, { lines });
    const table = within(await screen.findByRole('table'));
    const cells = (): string[] =>
      table
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent);
    await vi.waitFor(() =>
      expect(cells()).toEqual(['El OmbúCríaVaca−1.2001.260 → 60', 'Sin loteSin rodeoCategoría eliminada+3']),
    );
  });

  test('after an edit never by the figures of before it', async () => {
    const sold = (head: number): MovementView =>
      movementView({ id: 'sale' }, { lines: [{ lot: 'ombu', rodeo: 'cria', category: 'vaca', head }] });
    const farm = fakeFarm({ movements: [sold(-3)] });
    const Edited = () => {
      const [view, setView] = useState(sold(-3));
      return (
        <>
          <button onClick={() => setView(sold(-5))}>Guardar</button>
          <EffectTable view={view} />
        </>
      );
    };
    await renderScreen(<Edited />, { farm });
    await screen.findByText('63 → 60');
    let count = (): void => undefined;
    const counted = new Promise<void>((resolve) => {
      count = resolve;
    });
    vi.spyOn(farm.views, 'stock').mockImplementation(async () => {
      await counted;
      return [{ lot: 'ombu', rodeo: 'cria', category: 'vaca', head: 58 }];
    });
    fireEvent.click(screen.getByRole('button', { name: 'Guardar' }));
    await screen.findByText(/−5/);
    expect(screen.queryByText(/→ \d/)).toBeNull();
    count();
    await screen.findByText('63 → 58');
  });

  test('in a lot that was gone when it arrived, with its name', async () => {
    const lines = [{ lot: null, rodeo: 'cria', category: 'vaca', head: 2 }];
    await showing({ metadata: metadata({ was: { lot_id: 'El Viejo' } }) }, { lines });
    const table = await screen.findByRole('table');
    expect(within(table).getByText('Sin lote (era: El Viejo)', { exact: false })).not.toBeNull();
  });
});

describe('animals weighed one by one', () => {
  test('stand with their average, their least and most, and each', async () => {
    const weights = [{ kg: 400 }, { kg: 420.5, tag: 'AR 7' }, { kg: 380 }];
    await showing({ type: 'WEIGHING', animals: [{ type: 'novillito', count: 3, weights }] });
    const figures = await screen.findByLabelText('Pesos de Novillito');
    expect([...figures.querySelectorAll('dd')].map((figure) => figure.textContent)).toEqual([
      '3',
      '400,2 kg',
      '380 kg',
      '420,5 kg',
      '5,1%',
    ]);
    screen.getByText('400 kg · 420,5 kg (AR 7) · 380 kg');
  });
});

describe('what may be done with it', () => {
  const mine = { created_by: 'ana', created_at: new Date().toISOString() };
  const old = { created_by: 'ana', created_at: '2020-01-01T12:00:00.000Z' };
  test.each<[Role, Partial<Movement>, boolean]>([
    ['owner', { created_by: 'beto' }, true],
    ['admin', { created_by: 'beto' }, true],
    ['user', mine, true],
    ['user', old, false],
    ['user', { ...mine, created_by: 'beto' }, false],
    ['owner', { metadata: metadata({ deletedBy: 'beto' }) }, false],
    ['owner', { type: 'CREATE_LOT' }, false],
    ['owner', { metadata: metadata({ parent_id: 'weaning-1' }) }, false],
  ])('%s, %j: edit and delete %s', async (role, movement, may) => {
    await show(movementView(movement), role);
    for (const name of ['Editar', 'Eliminar']) expect(screen.queryByRole('button', { name }) !== null).toBe(may);
  });

  test('what another record made leads to that one', async () => {
    await showing({ type: 'RECATEGORIZATION', metadata: metadata({ parent_id: 'tacto-1' }) });
    expect(screen.getByText('Ver el registro que lo hizo').closest('a')?.getAttribute('href')).toBe('/data/tacto-1');
  });

  test.each([
    ['factura', 'A 00003-00000007', 'Factura A 00003-00000007'],
    ['factura', null, 'Factura sin número'],
    ['liquidacion', 'A 00003-00000007', 'Liquidación A 00003-00000007'],
  ])('what came with a %s leads to it: %s', async (kind, full_number, words) => {
    const view = movementView({ type: 'BUY' });
    const annulled = { ...invoice, id: 'anulada', state: 'anulada' as const, movement_ids: [view.movement.id] };
    const named = { ...invoice, id: 'f-1', kind, full_number, movement_ids: [view.movement.id] };
    const farm = fakeFarm({ movements: [view], invoices: [annulled, named] });
    await renderScreen(<MovementScreen id={view.movement.id} {...acts} />, { farm, session: fakeSession() });
    expect((await screen.findByText(words)).closest('a')?.getAttribute('href')).toBe('/billing/f-1');
    expect(screen.getAllByText(/^(Factura|Liquidación)/)).toHaveLength(1);
  });

  test('editing and repeating open their forms', async () => {
    await showing({});
    fireEvent.click(screen.getByRole('button', { name: 'Editar' }));
    fireEvent.click(screen.getByRole('button', { name: 'Repetir' }));
    expect(acts.onEdit).toHaveBeenCalledWith('movement-1');
    expect(acts.onRepeat).toHaveBeenCalledWith('BIRTH');
  });

  test.each([
    [1, 'Se descuenta 1 vaca de El Ombú.'],
    [-1, 'Vuelve 1 vaca a El Ombú.'],
    [-2, 'Vuelven 2 vacas a El Ombú.'],
  ])('deleting a record of %i says so in its number', async (head, words) => {
    await showing({}, { lines: [{ lot: 'ombu', rodeo: 'cria', category: 'vaca', head }] });
    fireEvent.click(screen.getByRole('button', { name: 'Eliminar' }));
    const dialog = await screen.findByRole('alertdialog');
    await vi.waitFor(() => expect(dialog.textContent).toContain(words));
  });

  test('deleting asks first, and says what it undoes', async () => {
    const farm = await showing({}, { lines: [{ lot: 'ombu', rodeo: 'cria', category: 'vaca', head: 2 }] });
    fireEvent.click(screen.getByRole('button', { name: 'Eliminar' }));
    const dialog = await screen.findByRole('alertdialog', {
      name: '¿Eliminar este movimiento (Nacimiento) del 05/11/2026?',
    });
    await within(dialog).findByText(/Se descuentan 2 vacas de El Ombú\./);
    expect(farm.done).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Eliminar' }));
    await vi.waitFor(() => expect(acts.onGone).toHaveBeenCalledOnce());
    expect(farm.done).toEqual([['deleteMovement', 'movement-1']]);
  });
});

describe('a whole rodeo that left some behind', () => {
  const review = { reasons: ['left_behind' as const], left: [{ category_id: 'vaca', head: 2 }] };
  const moved = {
    type: 'TRANSFER_RODEO',
    review,
    metadata: metadata({ lot_id: 'ombu', from_lot_id: 'ombu', to_lot_id: 'bajo', whole: true }),
  };

  test('lets them go after it by one touch', async () => {
    const farm = await showing(moved);
    fireEvent.click(await screen.findByRole('button', { name: 'Mover también los 2 que quedaron' }));
    await vi.waitFor(() => expect(farm.done).toHaveLength(1));
    expect(farm.done[0]).toEqual([
      'recordMovement',
      'TRANSFER_RODEO',
      {
        date: '2026-11-05',
        rodeo_id: 'cria',
        from_lot_id: 'ombu',
        to_lot_id: 'bajo',
        animals: [{ type: 'vaca', count: 2 }],
      },
    ]);
  });

  test('moves them once, though the touch came twice before the stock says so', async () => {
    const farm = await showing(moved);
    fireEvent.click(await screen.findByRole('button', { name: 'Mover también los 2 que quedaron' }));
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: /Mover también/ })).toBeNull());
    expect(farm.done).toHaveLength(1);
  });

  test('offers nothing where they have gone already', async () => {
    await showing({ ...moved, rodeoId: 'invernada' });
    await screen.findByText('Quedaron animales del rodeo en el lote de origen.');
    expect(screen.queryByRole('button', { name: /Mover también/ })).toBeNull();
  });
});

describe('its address', () => {
  test('follows from a temporary id to the server’s own', async () => {
    const view = movementView({ id: 'real' });
    const farm = fakeFarm({ movements: [view] });
    const answering = { ...farm, views: { ...farm.views, movement: async () => Promise.resolve(view) } };
    acts.onRenamed.mockClear();
    await renderScreen(<MovementScreen id="-17" {...acts} />, { farm: answering });
    await vi.waitFor(() => expect(acts.onRenamed).toHaveBeenCalledWith('real'));
  });

  test('of something that is not there says so', async () => {
    await show(null);
    expect(screen.queryByText('No se encontró este movimiento.')).not.toBeNull();
    expect(screen.getByText('Volver a Movimientos').closest('a')?.getAttribute('href')).toBe('/data');
  });

  test('of one that the server refused says that it is kept, and where', async () => {
    const refused: PendingView = {
      opId: 'op-3',
      title: 'Nacimiento',
      summary: '1 ternero',
      state: 'con_error',
      recordedAt: '2026-11-06T10:00:00.000Z',
      attempts: 1,
      problem: { code: 'VALIDATION', message: 'Ese día todavía no llegó', issues: [] },
      waitsFor: null,
      author: null,
      subject: 'movement',
      movementType: 'BIRTH',
      entityId: '-3',
      act: 'create',
      canCorrect: true,
    };
    await renderScreen(<MovementScreen id="-3" {...acts} />, { farm: fakeFarm({ pending: [refused] }) });
    await screen.findByText('El servidor no lo aceptó');
    expect(screen.queryByText('No se encontró este movimiento.')).toBeNull();
    expect(screen.getByRole('link', { name: 'Ver pendientes' }).getAttribute('href')).toBe('/dashboard?pendientes=1');
    cleanup();
    const discarded = { ...refused, problem: null };
    await renderScreen(<MovementScreen id="-3" {...acts} />, { farm: fakeFarm({ pending: [discarded] }) });
    await screen.findByText('No se encontró este movimiento.');
  });
});
