// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { CycleScreen } from '../../../src/app/features/cycles/cycle-screen.tsx';
import type { PendingView } from '../../../src/app/sync/farm.ts';
import type { Cycle } from '../../../src/domain/office/cycles.ts';
import type { Role } from '../../../src/domain/people/roles.ts';
import type { Issue } from '../../../src/domain/validation.ts';
import { cycleView } from '../../support/cycle-view.ts';
import { type FakeFarm, fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';
import { standOn } from '../../support/stand-on.ts';

standOn('2026-11-05');

const first = { date: '2026-10-20', count: 80, sire: 'Rayo', technician: 'Juan Sosa', protocol: 'P4 + BE' };
const second = { date: '2026-11-02', count: 20, sire: null, technician: null, protocol: null };

const opened = vi.fn<(sheet: string) => void>();
const closed = vi.fn<() => void>();

interface Shown {
  readonly row?: Partial<Cycle>;
  readonly role?: Role;
  readonly sheet?: string | null;
  /** What was sent and refused. */
  readonly refused?: Readonly<Record<string, unknown>>;
  readonly issues?: readonly Issue[];
  readonly drafts?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const message = 'Los datos no son válidos';
const pendingItem = (issues: readonly Issue[]): PendingView => ({
  opId: 'op-1',
  title: 'Edición de ciclo reproductivo',
  summary: 'Servicio primavera 2026',
  state: 'con_error',
  recordedAt: '2026-11-04T12:00:00.000Z',
  attempts: 1,
  problem: { code: 'INVALID_BODY', message, issues },
  waitsFor: null,
  author: null,
  subject: 'cycle',
  movementType: null,
  entityId: 'spring',
  act: 'edit',
  canCorrect: true,
});

async function show({
  row = {},
  role = 'owner',
  sheet = null,
  refused,
  issues = [],
  drafts = {},
}: Shown = {}): Promise<FakeFarm> {
  opened.mockClear();
  closed.mockClear();
  const view = cycleView(
    {
      name: 'Servicio primavera 2026',
      service_type: 'iatf',
      service_start: '2026-10-15',
      service_end: '2027-01-15',
      bulls: null,
      withdrawn: null,
      inseminations: [first, second],
      state: 'en_servicio',
      totals: undefined,
      ...row,
    },
    refused ? { state: 'con_error', problem: message, pendingOp: 'op-1' } : {},
  );
  const farm = fakeFarm({
    things: { cycle: [view] },
    drafts,
    ...(refused && { pending: [pendingItem(issues)], payloads: { 'op-1': refused } }),
  });
  await renderScreen(
    <CycleScreen
      id="spring"
      sheet={sheet}
      onSheet={opened}
      onSheetEnd={closed}
      onRecord={() => undefined}
      onGone={() => undefined}
    />,
    { farm, session: fakeSession(role) },
  );
  await screen.findByRole('heading', { level: 1 });
  return farm;
}
const acts = (farm: FakeFarm) => farm.done.filter(([act]) => act !== 'saveDraft');
const press = (name: string | RegExp, where: HTMLElement = document.body): void =>
  void fireEvent.click(within(where).getByRole('button', { name }));
const type = (label: string, text: string): void =>
  void fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value: text } });

describe('The inseminations of a service', () => {
  test('are listed newest first, with how many of the served they reached', async () => {
    await show();
    const list = screen.getByRole('list', { name: 'Inseminaciones' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      '20 vientres02/11/2026',
      '80 vientres · Rayo20/10/2026 · Juan Sosa · P4 + BE',
      'En total100 de 200 (50%)',
    ]);
    press(/^80 vientres/, list);
    expect(opened).toHaveBeenCalledWith('inseminacion.0');
  });

  test('are said to be more than the served, where they are', async () => {
    await show({ row: { inseminations: [{ ...first, count: 240 }] } });
    const list = screen.getByRole('list', { name: 'Inseminaciones' });
    expect(within(list).getAllByRole('listitem').at(-1)?.textContent).toBe(
      'En totalSon más que las entoradas: ¿se repitieron, o hay algo que corregir?240 de 200 (120%)',
    );
  });

  test('two of one day and bull each have their own draft', async () => {
    const drafts = { 'inseminación spring 2026-10-20 1 Rayo': { ...first, count: 7, list: [first, first], at: 1 } };
    await show({ sheet: 'inseminacion.0', row: { inseminations: [first, first] }, drafts });
    await screen.findByLabelText('Vientres inseminados', { exact: false });
    expect(screen.queryByText('Recuperamos lo que estabas cargando')).toBeNull();
  });

  test('are not asked for where the bulls do it', async () => {
    await show({ row: { service_type: 'natural', inseminations: [] } });
    expect(screen.queryByText('Inseminaciones')).toBeNull();
  });

  test('are only read by a hand', async () => {
    await show({ role: 'user', sheet: 'inseminacion' });
    const list = screen.getByRole('list', { name: 'Inseminaciones' });
    expect(within(list).queryAllByRole('button')).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('An insemination', () => {
  test('that is new needs its day and how many; the technician of the last one is proposed', async () => {
    const farm = await show({ sheet: 'inseminacion', row: { inseminations: [first] } });
    expect((await screen.findByLabelText<HTMLInputElement>('Técnico', { exact: false })).value).toBe('Juan Sosa');
    press('Guardar');
    expect((await screen.findAllByText('Ingresá cuántos vientres')).length).toBeGreaterThan(0);
    expect(acts(farm)).toEqual([]);
    type('Vientres inseminados', '60');
    type('Pajuela o toro', 'Trueno');
    press('Guardar');
    await waitFor(() => expect(closed).toHaveBeenCalled());
    const added = { ...first, date: '2026-11-05', count: 60, sire: 'Trueno' };
    expect(acts(farm)[0]?.slice(0, 4)).toEqual([
      'editThing',
      'cycle',
      'spring',
      { inseminations: [first, added], inseminations_before: [first] },
    ]);
  });

  test('is changed where it stands', async () => {
    const farm = await show({ sheet: 'inseminacion.1' });
    await screen.findByLabelText('Vientres inseminados', { exact: false });
    type('Vientres inseminados', '25');
    press('Guardar cambios');
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(acts(farm)[0]?.[3]).toEqual({
      inseminations: [first, { ...second, count: 25 }],
      inseminations_before: [first, second],
    });
  });

  test('that was half-typed is that of its own list, whatever others have added or taken out since', async () => {
    const other = { ...first, date: '2026-10-21' };
    const list = [second, first];
    const drafts = { 'inseminación spring 2026-10-20 0 Rayo': { ...first, count: 81, list, at: 1 } };
    const row = { inseminations: [other, second, first] };
    await show({ sheet: 'inseminacion.1', row, drafts });
    await screen.findByLabelText('Vientres inseminados', { exact: false });
    expect(screen.queryByText('Recuperamos lo que estabas cargando')).toBeNull();
    cleanup();
    const farm = await show({ sheet: 'inseminacion.2', row, drafts });
    expect(await screen.findByText('Recuperamos lo que estabas cargando')).toBeDefined();
    press('Guardar cambios');
    await waitFor(() => expect(closed).toHaveBeenCalled());
    const changed = [second, { ...first, count: 81 }];
    expect(acts(farm)[0]?.[3]).toEqual({ inseminations: changed, inseminations_before: list });
  });

  test('is taken out after a question', async () => {
    const farm = await show({ sheet: 'inseminacion.0' });
    await screen.findByLabelText('Vientres inseminados', { exact: false });
    press('Eliminar inseminación');
    press('Eliminar', screen.getByRole('alertdialog'));
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(acts(farm)[0]?.[3]).toEqual({ inseminations: [second], inseminations_before: [first, second] });
  });

  test('that somebody took out meanwhile opens nothing', async () => {
    await show({ sheet: 'inseminacion.7' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('An insemination that the server refused', () => {
  const third = { ...second, date: '2026-11-04', count: 5000 };

  test.each<[string, Shown, string]>([
    ['that was added, in its own form', { refused: { inseminations: [first, second, third] } }, 'inseminacion.2'],
    [
      'that was changed, in its own form',
      { refused: { inseminations: [{ ...first, count: 8000 }, second], offline: true } },
      'inseminacion.0',
    ],
    [
      'that the server names, in its own form although more was changed',
      {
        refused: { name: 'Servicio', inseminations: [first, second] },
        issues: [{ path: 'inseminations.1.count', message: 'Son demasiados' }],
      },
      'inseminacion.1',
    ],
    [
      'that was added where others have changed the list since, in its own form',
      { refused: { inseminations: [second, third], inseminations_before: [second] } },
      'inseminacion.1',
    ],
    ['that was taken out, in the form of the cycle', { refused: { inseminations: [second] } }, 'editar'],
    ['with other changes, in the form of the cycle', { refused: { name: 'S', inseminations: [third] } }, 'editar'],
    ['not at all: in the form of the cycle', { refused: { name: 'Servicio' } }, 'editar'],
  ])('is corrected, %s', async (_what, shown, sheet) => {
    await show(shown);
    press('Corregir');
    await waitFor(() => expect(opened).toHaveBeenCalledWith(sheet));
  });

  test('stands in its form as it was sent, with the reason, and goes again with the rest of the list', async () => {
    const farm = await show({ refused: { inseminations: [first, second, third] }, sheet: 'inseminacion.2' });
    const heads = await screen.findByLabelText<HTMLInputElement>('Vientres inseminados', { exact: false });
    expect(heads.value).toMatch(/^5\.?000$/);
    expect(screen.getByRole('dialog').textContent).toContain(message);
    type('Vientres inseminados', '50');
    press('Guardar cambios');
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(acts(farm)[0]?.[3]).toEqual({
      inseminations: [first, second, { ...third, count: 50 }],
      inseminations_before: [first, second, third],
    });
  });
});
