// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { CorrectSheet, EditSheet } from '../../../src/app/features/record/correct-sheet.tsx';
import { RecordOverlay } from '../../../src/app/features/record/record-overlay.tsx';
import { Toaster } from '../../../src/app/ui/toaster.tsx';
import { mayRecord, moneyFieldsOf } from '../../../src/domain/movements/permissions.ts';
import { recordedKinds } from '../../../src/domain/movements/registry.ts';
import type { Role } from '../../../src/domain/people/roles.ts';
import { failure } from '../../../src/domain/result.ts';
import {
  calm,
  type FakeFarm,
  type FarmValues,
  fakeFarm,
  fakeSession,
  movementView,
  renderScreen,
} from '../../support/fake-farm.tsx';
import { placeLine, unfoldPlace } from '../../support/place-line.ts';
import { habitsOf, saved, saves } from '../../support/saved-records.ts';
import { standOn } from '../../support/stand-on.ts';
import { openDetails } from './fill-in.ts';

const today = '2026-11-21';
standOn(today);

const closed = vi.fn<() => void>();
const picked = vi.fn<(type: string) => void>();
interface Opened {
  readonly values?: Partial<FarmValues>;
  readonly role?: Role;
  readonly lotId?: string;
  readonly rodeoId?: string;
}
async function open(
  registrar: string,
  { values = {}, role = 'owner', lotId, rodeoId }: Opened = {},
): Promise<FakeFarm> {
  closed.mockClear();
  picked.mockClear();
  const farm = fakeFarm(values);
  await renderScreen(
    <>
      <RecordOverlay
        role={role}
        registrar={registrar}
        editId={null}
        correctOp={null}
        lotId={lotId ?? null}
        rodeoId={rodeoId ?? null}
        onPick={picked}
        onClose={closed}
      />
      <Toaster />
    </>,
    { farm, session: fakeSession(role) },
  );
  await waitFor(() =>
    expect(document.querySelector('dialog form, dialog input[type=search], dialog p')).not.toBeNull(),
  );
  return farm;
}
const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, text: string): void =>
  void fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value: text } });

describe('three touches', () => {
  test('a birth: the tile, one calf, save', async () => {
    const values = { habits: habitsOf('BIRTH', 'ombu') };
    await open('menu', { values });
    fireEvent.click(screen.getAllByRole('button', { name: 'Nacimiento' })[0] ?? document.body);
    expect(picked).toHaveBeenCalledWith('BIRTH');
    cleanup();
    const farm = await open('BIRTH', { values });
    press('Sumar 1 ternero al pie');
    press('Guardar 1 nacimiento');
    expect(await saved(farm)).toEqual({ date: today, lot_id: 'ombu', animals: [{ type: 'ternero', count: 1 }] });
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  });

  test('a birth where several rodeos stand in the lot: in that of last time', async () => {
    const stock = ['cria', 'invernada'].map((rodeo) => ({ lot: 'ombu', rodeo, category: 'vaca', head: 30 }));
    const lastTime = { count: 9, categoryIds: [], lotId: 'ombu', rodeoId: 'invernada' };
    const habits = { byType: { BIRTH: lastTime }, recentLotIds: ['ombu'] };
    const farm = await open('BIRTH', { values: { stock, habits } });
    expect(placeLine()).toBe('Lugar y fecha: El Ombú · Invernada · Hoy');
    press('Sumar 1 ternero al pie');
    press('Guardar 1 nacimiento');
    expect(await saved(farm)).toMatchObject({ lot_id: 'ombu', rodeo_id: 'invernada' });
  });

  test('rain: the tile, 25, save; the place is the farm’s only campo', async () => {
    const farm = await open('RAIN', { values: { habits: habitsOf('BIRTH', 'ombu') } });
    press('25');
    press('Guardar 25 mm');
    expect(await saved(farm)).toEqual({ date: today, campo_id: 'sur', mm: 25 });
  });

  test('a death in a lot: its tile there, one cow, save', async () => {
    const farm = await open('DEATH', { lotId: 'ombu' });
    press('Sumar 1 vaca');
    press('Guardar 1 muerte');
    expect(await saved(farm)).toMatchObject({ lot_id: 'ombu', animals: [{ type: 'vaca', count: 1 }] });
  });

  test('a death told from the screen of a rodeo is of that rodeo', async () => {
    const farm = await open('DEATH', { rodeoId: 'cria' });
    press('Sumar 1 vaca');
    press('Guardar 1 muerte');
    expect(await saved(farm)).toMatchObject({ rodeo_id: 'cria', animals: [{ type: 'vaca', count: 1 }] });
  });

  test.each([
    ['reachable', 'Guardado'],
    ['unreachable', 'Guardado en este celular'],
    ['unknown', 'Guardado en este celular'],
  ] as const)('with the server %s it says «%s»', async (reach, sentence) => {
    await open('RAIN', { values: { status: { ...calm, reach } } });
    press('25');
    press('Guardar 25 mm');
    expect(await screen.findByText(sentence)).not.toBeNull();
  });
});

describe('the menu', () => {
  test('has what this person records most on top, then all there is', async () => {
    await open('menu', { values: { habits: habitsOf('FROST', 'ombu') } });
    const usual = await screen.findByRole('region', { name: 'Lo de siempre' });
    expect(within(usual).getAllByRole('button')).toHaveLength(1);
    const labels = new Set(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label')));
    expect(recordedKinds.filter((kind) => !labels.has(kind.spoken))).toEqual([]);
  });

  test.each([
    ['nacim', ['Nacimiento']],
    ['prenez', ['Tacto']],
    ['tacto', ['Tacto']],
    ['zzz', []],
  ])('looking for «%s» leaves %j', async (text, labels) => {
    await open('menu');
    type('Buscar', text);
    const tiles = [...document.querySelectorAll('dialog section button')].map((button) => button.textContent);
    expect(tiles).toEqual(labels);
    expect(screen.queryByText(`No encontramos «${text}».`) !== null).toBe(labels.length === 0);
  });

  test('has for a user all that a hand does in the field', async () => {
    await open('menu', { role: 'user' });
    const labels = new Set(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label')));
    expect(recordedKinds.filter((kind) => mayRecord('user', kind) && !labels.has(kind.spoken))).toEqual([]);
  });
});

describe('prices', () => {
  const priced = recordedKinds
    .filter((kind) => moneyFieldsOf(kind).length > 0)
    .map((kind) => [kind.label, kind] as const);

  test.each(priced)('%s: a user sees none of them', async (_label, kind) => {
    await open(kind.type, { role: 'user' });
    openDetails();
    for (const name of moneyFieldsOf(kind)) expect(document.getElementById(`registro-${name}`)).toBeNull();
  });

  test.each([
    ['18.500.000', '18500000'],
    ['18500000', '18500000'],
    ['12.500,75', '12500.75'],
    ['12,5', '12.5'],
    ['12.5', '12.5'],
    [' 1.234 ', '1234'],
    ['', undefined],
  ])('typed «%s», letter by letter, is %s', async (text, total) => {
    const farm = await open('BUY', { rodeoId: 'cria' });
    openDetails();
    for (let length = 1; length <= text.length; length += 1) type('Importe total', text.slice(0, length));
    expect(screen.getByLabelText<HTMLInputElement>('Importe total', { exact: false }).value).toBe(text);
    press('Guardar');
    expect((await saved(farm)) as { total?: string }).toHaveProperty('date');
    expect((saves(farm)[0] as { total?: string }).total).toBe(total);
  });

  test('a price comes back into the form with its comma', async () => {
    const view = movementView({
      type: 'BUY',
      animals: [{ type: 'vaca', count: 1 }],
      metadata: { lot_id: 'ombu', deletedBy: null, editHistory: [], total: '1234.50' },
    });
    const farm = fakeFarm({ movements: [view] });
    await renderScreen(<EditSheet id={view.movement.id} role="owner" onClose={closed} />, { farm });
    await screen.findByRole('button', { name: 'Guardar cambios' });
    openDetails();
    expect(screen.getByLabelText<HTMLInputElement>('Importe total', { exact: false }).value).toBe('1234,50');
    press('Guardar cambios');
    await waitFor(() =>
      expect(farm.done[0]).toMatchObject(['editMovement', 'movement-1', { total: '1234.50' }, 'edicion movement-1']),
    );
  });
});

describe('a record that is refused on the phone', () => {
  const issues = [
    { path: 'animals', message: 'Ingresá al menos un animal' },
    { path: 'animals.0.count', message: 'Ingresá al menos 1' },
    { path: 'cause', message: 'La opción no es válida' },
  ];

  test('each field says its sentence, above all of them is how many, and what was typed stays', async () => {
    const complained = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const farm = await open('DEATH', {
      lotId: 'ombu',
      values: { saved: failure({ reason: 'invalid', issues }) },
    });
    press('Sumar 1 vaca');
    openDetails();
    type('Detalle', 'En la aguada');
    press('Guardar 1 muerte');
    const heading = await screen.findByRole('heading', { name: 'Falta corregir 3 datos' });
    expect(document.activeElement).toBe(heading);
    expect(document.getElementById('registro-animals')?.textContent).toContain('Ingresá al menos un animal');
    expect(document.getElementById('registro-cause-error')?.textContent).toContain('La opción no es válida');
    expect(screen.getByRole('group', { name: 'Vaca' }).querySelector('output')?.textContent).toBe('1');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Detalle', { exact: false }).value).toBe('En la aguada');
    expect(closed).not.toHaveBeenCalled();
    expect(farm.done.at(-1)).toMatchObject(['saveDraft', 'registro DEATH ombu', { detail: 'En la aguada' }]);
    expect(complained).not.toHaveBeenCalled();
    complained.mockRestore();
  });

  test('a field that is answered again loses its sentence', async () => {
    await open('DEATH', { lotId: 'ombu', values: { saved: failure({ reason: 'invalid', issues }) } });
    press('Guardar');
    await screen.findByRole('heading', { name: 'Falta corregir 3 datos' });
    press('Sumar 1 vaca');
    expect(screen.getByRole('heading', { name: 'Falta corregir 1 dato' })).not.toBeNull();
    expect(document.getElementById('registro-animals')?.textContent).not.toContain('Ingresá');
  });

  test('a disk that does not take it is said aloud, and the form stays', async () => {
    const message = 'No se pudo guardar en este celular. Lo que escribiste sigue acá: probá de nuevo';
    const farm = await open('RAIN', { values: { saved: failure({ reason: 'storage', message }) } });
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
    press('25');
    press('Guardar 25 mm');
    const alert = await screen.findByText(message);
    // The message is on the page before the effect that shows it has run.
    await waitFor(() => expect(shown).toHaveBeenCalledTimes(1));
    expect((shown.mock.contexts[0] as Element).textContent).toContain(message);
    press('Guardar 25 mm');
    await waitFor(() => expect(shown).toHaveBeenCalledTimes(2));
    expect(alert.closest('[role=alert]')?.textContent).toContain('No se pudo guardar. Reintentar');
    expect(closed).not.toHaveBeenCalled();
    expect(farm.done.at(-1)).toMatchObject(['saveDraft', 'registro RAIN', { mm: 25 }]);
  });
});

describe('«Guardar y cargar otro»', () => {
  test('keeps place and day, and counts from nothing', async () => {
    const farm = await open('DEATH', { lotId: 'ombu' });
    unfoldPlace();
    press('Ayer');
    press('Sumar 1 vaca');
    openDetails();
    type('Detalle', 'Rayo');
    press('Guardar y cargar otro');
    await waitFor(() => expect(saves(farm)).toHaveLength(1));
    await waitFor(() =>
      expect(screen.getByRole('group', { name: 'Vaca' }).querySelector('output')?.textContent).toBe('0'),
    );
    expect(closed).not.toHaveBeenCalled();
    expect(placeLine()).toBe('Lugar y fecha: El Ombú · Cría · Ayer');
    press('Sumar 1 vaca');
    press('Guardar 1 muerte');
    await waitFor(() => expect(saves(farm)).toHaveLength(2));
    expect(saves(farm)[1]).toEqual({ date: '2026-11-20', lot_id: 'ombu', animals: [{ type: 'vaca', count: 1 }] });
  });
});

describe('what is worth a look before saving', () => {
  test('a sale beyond what this phone counts is told, and can be saved', async () => {
    const farm = await open('DEATH', { lotId: 'bajo' });
    press('Otra categoría');
    press('Vaca');
    press('Sumar 1 vaca');
    expect(await screen.findByText('En El Bajo figuran 0 vacas')).not.toBeNull();
    expect(screen.getByText('hay 0: falta 1')).not.toBeNull();
    press('Guardar igual: 1 de 0');
    expect(await saved(farm)).toMatchObject({ animals: [{ type: 'vaca', count: 1 }], confirmed: true });
  });

  test('what stands there is today’s, and says so beside the count of an earlier day', async () => {
    await open('DEATH', { lotId: 'ombu' });
    const vaca = () => screen.getByRole('group', { name: 'Vaca' }).textContent;
    expect(vaca()).toMatch(/Vaca ?hay 60/);
    unfoldPlace();
    press('Ayer');
    expect(vaca()).toMatch(/Vaca ?hoy hay 60/);
  });

  test('one that there is enough for is not', async () => {
    await open('DEATH', { lotId: 'ombu' });
    press('Sumar 1 vaca');
    await act(async () => Promise.resolve());
    expect(screen.queryByText(/Guardar igual/)).toBeNull();
  });

  test('a storm that somebody has recorded already is told, and can be saved', async () => {
    const duplicate = movementView(
      { type: 'RAIN', date: today },
      { summary: '22 mm · Campo Sur', author: 'Beto Sosa' },
    );
    const farm = await open('RAIN', { values: { duplicate } });
    expect(await screen.findByText('Beto Sosa ya cargó 22 mm hoy')).not.toBeNull();
    press('25');
    press('Guardar 25 mm');
    expect(await saved(farm)).toMatchObject({ mm: 25 });
  });

  test('two births in one lot are two births', async () => {
    await open('BIRTH', { lotId: 'ombu', values: { duplicate: movementView() } });
    await act(async () => Promise.resolve());
    expect(screen.queryByText(/ya cargó/)).toBeNull();
  });
});

describe('what was half-typed', () => {
  const drafts = { 'registro RAIN': { date: '2026-11-20', campo_id: 'sur', mm: 7 } };

  test('is there again, and says so', async () => {
    await open('RAIN', { values: { drafts } });
    expect(screen.getByText('Recuperamos lo que estabas cargando')).not.toBeNull();
    expect(screen.getByRole('button', { name: 'Guardar 7 mm' })).not.toBeNull();
  });

  test('can be thrown away for a new start', async () => {
    const farm = await open('RAIN', { values: { drafts } });
    press('Empezar de nuevo');
    expect(screen.getByRole('button', { name: 'Guardar' })).not.toBeNull();
    expect(placeLine()).toBe('Lugar y fecha: Campo Sur · Hoy');
    cleanup();
    // However often it is said: nothing is kept of what was thrown away.
    expect([...new Set(farm.done.map((act) => JSON.stringify(act)))]).toEqual(['["saveDraft","registro RAIN",null]']);
  });

  test('is kept when the form is put away', async () => {
    const farm = await open('RAIN');
    press('25');
    cleanup();
    expect(farm.done).toEqual([['saveDraft', 'registro RAIN', { date: today, campo_id: 'sur', mm: 25 }]]);
  });

  test('a form that nobody touched keeps nothing', async () => {
    const farm = await open('RAIN');
    cleanup();
    expect(farm.done).toEqual([]);
  });
});

describe('a record that the server refused', () => {
  test('comes back into its form with its reason, and goes as a new one', async () => {
    const farm = fakeFarm({
      pending: [
        {
          opId: 'op-1',
          title: 'Muerte',
          summary: '1 vaca · El Ombú',
          state: 'con_error',
          recordedAt: '2026-11-21T12:00:00.000Z',
          attempts: 1,
          problem: {
            code: 'INVALID_BODY',
            message: 'Revisá los datos marcados',
            issues: [{ path: 'cause', message: 'La opción no es válida' }],
          },
          waitsFor: null,
          author: null,
          subject: 'movement',
          movementType: 'DEATH',
          entityId: 'movement-1',
          act: 'create',
          canCorrect: true,
        },
      ],
      payloads: { 'op-1': { date: today, lot_id: 'ombu', rodeo_id: 'cria', animals: [{ type: 'vaca', count: 1 }] } },
    });
    await renderScreen(<CorrectSheet opId="op-1" role="owner" onClose={closed} />, { farm });
    await screen.findByRole('dialog', { name: 'Corregir muerte' });
    expect((await screen.findByText('Revisá los datos marcados')).closest('div')?.parentElement?.textContent).toContain(
      'El servidor no lo aceptó',
    );
    expect(document.getElementById('registro-cause-error')?.textContent).toContain('La opción no es válida');
    press('Sumar 1 vaca');
    press('Guardar cambios');
    await waitFor(() =>
      expect(farm.done[0]).toMatchObject(['correct', 'op-1', { animals: [{ type: 'vaca', count: 2 }] }]),
    );
  });
});
