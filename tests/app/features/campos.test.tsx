// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CamposScreen } from '../../../src/app/features/campos/campos-screen.tsx';
import type { ThingView } from '../../../src/app/sync/farm.ts';
import { Toaster } from '../../../src/app/ui/toaster.tsx';
import { dayAt } from '../../../src/domain/dates.ts';
import type { Campo } from '../../../src/domain/farm/places.ts';
import type { Role } from '../../../src/domain/people/roles.ts';
import {
  type FakeFarm,
  type FarmValues,
  fakeFarm,
  fakeSession,
  type Rendered,
  renderScreen,
} from '../../support/fake-farm.tsx';
import { farmRows } from '../../support/sim/farm-rows.ts';

afterEach(() => {
  cleanup();
  toast.remove();
});

const [sur] = farmRows.campos as unknown as readonly [Campo];
const norte: Campo = {
  ...sur,
  id: 'norte',
  name: 'Campo Norte',
  total_hectares: null,
  grazing_hectares: null,
  order: 2,
};
const thing = (row: Campo, rest: Partial<ThingView<Campo>> = {}): ThingView<Campo> => ({
  row,
  state: 'enviado',
  problem: null,
  pendingOp: null,
  canUndo: false,
  ...rest,
});
const both: Partial<FarmValues> = { things: { campo: [thing(norte), thing(sur)] } };

const opened = vi.fn<(name: string) => void>();
const ended = vi.fn<() => void>();
const press = (name: string, where: HTMLElement = document.body): void =>
  void fireEvent.click(within(where).getByRole('button', { name }));
const type = (label: string, text: string): void =>
  void fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value: text } });

interface Shown {
  readonly values?: Partial<FarmValues>;
  readonly role?: Role;
  readonly sheet?: string | null;
}

let rendered: Rendered;

async function show({ values = both, role = 'owner', sheet = null }: Shown = {}): Promise<FakeFarm> {
  for (const act of [opened, ended]) act.mockClear();
  const farm = fakeFarm(values);
  rendered = await renderScreen(
    <>
      <CamposScreen sheet={sheet} onSheet={opened} onSheetEnd={ended} />
      <Toaster />
    </>,
    { farm, session: fakeSession(role) },
  );
  return farm;
}
const card = async (name: string): Promise<HTMLElement> => await screen.findByRole('region', { name });

describe('the campos', () => {
  test('stand in their order, each with its land, its animals and its rain', async () => {
    const month = dayAt(Date.now()).slice(0, 7);
    await show({ values: { ...both, rain: { [`${month}|sur`]: 25, [`${month}|`]: 10, [`${month}|norte`]: 99 } } });
    const text = (await card('Campo Sur')).textContent ?? '';
    for (const fact of ['500 ha · 400 ha ganaderas', '140 cab.', '35 mm este mes']) expect(text).toContain(fact);
    const names = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(names).toEqual(['Campo Sur', 'Campo Norte']);
  });

  test('tell no land of all where one does not say its own', async () => {
    await show();
    await card('Campo Sur');
    expect(screen.getByText(/^2 campos/).textContent).toBe('2 campos · 140 cab.');
  });

  test('tell no rain where nobody wrote any down', async () => {
    await show({ values: { ...both, rain: { '2000-01|sur': 25 } } });
    expect((await card('Campo Sur')).textContent).toContain('LluviaSin registros');
  });

  test('lead to their lots', async () => {
    await show();
    const link = within(await card('Campo Sur'))
      .getByText('Ver 2 lotes')
      .closest('a');
    expect(link?.getAttribute('href')).toBe('/lots?campo=sur');
  });

  test('none yet: says what they are for', async () => {
    await show({ values: { things: {} } });
    expect(await screen.findByText(/Cargá tus campos/)).not.toBeNull();
    press('Nuevo campo');
    expect(opened).toHaveBeenCalledWith('nuevo');
  });

  test('change places by a button, and only what changed is sent', async () => {
    const farm = await show();
    await card('Campo Sur');
    press('Bajar Campo Sur');
    await waitFor(() => expect(farm.done).toHaveLength(2));
    expect(farm.done).toEqual([
      ['editThing', 'campo', 'norte', { order: 1 }],
      ['editThing', 'campo', 'sur', { order: 2 }],
    ]);
  });

  test('cannot be changed by a user', async () => {
    await show({ role: 'user' });
    const buttons = within(await card('Campo Sur')).queryAllByRole('button');
    expect(buttons.map((button) => button.textContent)).toEqual(['Lluvia']);
  });
});

test('the only campo leads a user straight to its lots', async () => {
  await show({ values: { things: { campo: [thing(sur)] } }, role: 'user' });
  await waitFor(() => expect(rendered.address()).toBe('/lots'));
});

describe('a new campo', () => {
  test('is saved with all that was typed, its RENSPA in its one spelling', async () => {
    const farm = await show({ sheet: 'nuevo' });
    await screen.findByLabelText('Nombre del campo');
    const typed = {
      'Nombre del campo': 'El Retiro',
      'Hectáreas totales': '330,5',
      'Superficie ganadera': '310',
      Propiedad: 'arrendado',
      RENSPA: '0108600018700',
      CUIG: 'ab123',
      Provincia: 'Buenos Aires',
      'Partido o departamento': 'Tandil',
      Localidad: 'Gardey',
      Latitud: '-37,28',
      Longitud: '-59,36',
    };
    for (const [label, text] of Object.entries(typed)) type(label, text);
    press('Guardar');
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    const body = {
      name: 'El Retiro',
      total_hectares: 330.5,
      grazing_hectares: 310,
      tenure: 'arrendado',
      renspa: '01.086.0.00187/00',
      cuig: 'AB123',
      province: 'Buenos Aires',
      department: 'Tandil',
      locality: 'Gardey',
      latitude: -37.28,
      longitude: -59.36,
    };
    expect(farm.done).toEqual([['createThing', 'campo', body, 'campo nuevo']]);
  });

  test('with more grazing land than land is told so; what was typed stays', async () => {
    const farm = await show({ sheet: 'nuevo' });
    await screen.findByLabelText('Nombre del campo');
    type('Nombre del campo', 'El Retiro');
    type('Hectáreas totales', '100');
    type('Superficie ganadera', '200');
    press('Guardar');
    const field = screen.getByLabelText<HTMLInputElement>('Superficie ganadera', { exact: false });
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(farm.done.some(([act]) => act === 'createThing')).toBe(false);
    expect(field.value).toBe('200');
  });
});

describe('changing a campo', () => {
  test('what is no number is never dropped in silence', async () => {
    const farm = await show({ sheet: 'norte' });
    await screen.findByLabelText('Nombre del campo');
    type('Hectáreas totales', 'muchas');
    press('Guardar cambios');
    await waitFor(() => expect(farm.done).toHaveLength(1));
    expect(farm.done[0]).toEqual(['editThing', 'campo', 'norte', { total_hectares: Number.NaN }, 'campo norte']);
  });
});

describe('deleting a campo', () => {
  test('with lots says what to do first, and deletes nothing', async () => {
    const farm = await show();
    press('Eliminar', await card('Campo Sur'));
    const dialog = await screen.findByRole('alertdialog', { name: 'No se puede eliminar' });
    expect(dialog.textContent).toContain('Campo Sur tiene 2 lotes');
    press('Entendido', dialog);
    expect(farm.done).toEqual([]);
  });

  test('without lots asks first', async () => {
    const farm = await show();
    press('Eliminar', await card('Campo Norte'));
    press('Eliminar', await screen.findByRole('alertdialog', { name: '¿Eliminar Campo Norte?' }));
    await waitFor(() => expect(farm.done).toEqual([['deleteThing', 'campo', 'norte']]));
  });
});
