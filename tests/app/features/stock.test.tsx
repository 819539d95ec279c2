// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { AssetScreen } from '../../../src/app/features/stock/asset-screen.tsx';
import { CreateStockScreen } from '../../../src/app/features/stock/create-stock-screen.tsx';
import { type StockAct } from '../../../src/app/features/stock/stock-acts.tsx';
import { StockScreen } from '../../../src/app/features/stock/stock-screen.tsx';
import type { KardexLine, ThingView } from '../../../src/app/sync/farm.ts';
import { addDays, dayAt } from '../../../src/domain/dates.ts';
import type { Role } from '../../../src/domain/people/roles.ts';
import type { Asset } from '../../../src/domain/supplies/asset.ts';
import { invoice } from '../form-drafts/rows.ts';
import { type FakeFarm, fakeFarm, fakeSession, type FarmValues, renderScreen } from '../../support/fake-farm.tsx';

afterEach(() => {
  cleanup();
  toast.remove();
});

const today = dayAt(Date.now());
const asset = (changes: Partial<Asset> = {}, view: Partial<ThingView<Asset>> = {}): ThingView<Asset> => ({
  row: {
    id: 'sal',
    name: 'Sal mineral',
    kind: 'suplemento',
    unit: 'kg',
    kg_per_unit: null,
    minimum: null,
    batches: [],
    quantity: 160,
    missing: 0,
    deleted: false,
    version: 1,
    ...changes,
  },
  state: 'enviado',
  problem: null,
  pendingOp: null,
  canUndo: false,
  ...view,
});
const line = (changes: Partial<KardexLine> = {}): KardexLine => ({
  key: 'm1/0',
  movementId: 'm1',
  movementType: 'ASSET_CONSUMPTION',
  date: '2026-11-05',
  kind: 'consumo',
  summary: '30 kg de Sal mineral',
  delta: -30,
  balance: 160,
  batch: null,
  author: 'Ana Paz',
  state: 'enviado',
  undoOp: null,
  ...changes,
});
const acted = vi.fn<(act: StockAct) => void>();
const ended = vi.fn<() => void>();
const type = (label: string, text: string): void =>
  void fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value: text } });
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));

async function show(values: Partial<FarmValues>, act: StockAct | null = null, role: Role = 'owner'): Promise<FakeFarm> {
  const farm = fakeFarm(values);
  for (const heard of [acted, ended]) heard.mockClear();
  await renderScreen(<StockScreen act={act} onAct={acted} onActEnd={ended} />, { farm, session: fakeSession(role) });
  return farm;
}
async function showItem(view: ThingView<Asset>, values: Partial<FarmValues> = {}, act: StockAct | null = null) {
  const farm = fakeFarm({ things: { asset: [view] }, ...values });
  ended.mockClear();
  await renderScreen(<AssetScreen id="sal" act={act} onAct={acted} onActEnd={ended} onGone={ended} />, { farm });
  await waitFor(() => expect(document.querySelector('h1')).not.toBeNull());
  return farm;
}
const rows = async (): Promise<(string | null)[]> => {
  const list = await screen.findByRole('list', { name: 'Insumos' });
  await waitFor(() => expect(within(list).queryAllByRole('listitem').length).toBeGreaterThan(0));
  return within(list)
    .getAllByRole('listitem')
    .map((row) => row.textContent);
};

describe('the store room', () => {
  test('lists items by name with what there is and what asks for an act', async () => {
    const low = asset({
      id: 'iver',
      name: 'Ivermectina',
      kind: 'antiparasitario',
      unit: 'ml',
      quantity: 3,
      minimum: 50,
    });
    const expired = { number: 'A1', expires: addDays(today, -1), quantity: 8 };
    const old = asset({ id: 'aft', name: 'Aftosa', kind: 'vacuna', unit: 'dosis', quantity: 8, batches: [expired] });
    const short = asset({ id: 'gas', name: 'Gasoil', kind: 'combustible', unit: 'l', quantity: 0, missing: 12 });
    await show({ things: { asset: [low, asset(), old, short] } });
    expect(await rows()).toEqual([
      'AftosaVacuna8 dosisVencido',
      'GasoilCombustible · Faltan 12 l por justificar0 lSin stock',
      'IvermectinaAntiparasitario3 mlStock bajo',
      'Sal mineralSuplemento o sales160 kg',
    ]);
    press('Con aviso (3)');
    expect(await rows()).toHaveLength(3);
    press('Vacuna');
    expect(await rows()).toEqual(['AftosaVacuna8 dosisVencido']);
  });

  test('with nothing in it says what will be here, and to a hand how to begin', async () => {
    await show({ things: { asset: [] } });
    expect(await screen.findByText(/Cargá tus insumos/)).not.toBeNull();
    cleanup();
    await show({ things: { asset: [] } }, null, 'user');
    expect(await screen.findByText(/Con Ingreso queda anotado lo que llega/)).not.toBeNull();
    expect(screen.queryByText('Nuevo insumo')).toBeNull();
  });

  test('opens its forms by one touch', async () => {
    await show({ things: { asset: [asset()] } });
    for (const name of ['Ingreso', 'Consumo', 'Ingreso múltiple', await screen.findByText('Contar depósito')])
      fireEvent.click(typeof name === 'string' ? screen.getByRole('button', { name }) : name);
    expect(acted.mock.calls.map(([act]) => act)).toEqual(['ingreso', 'consumo', 'multiple', 'contar']);
  });

  test('counts many items at once and writes the differences alone', async () => {
    const short = asset({ id: 'gas', name: 'Gasoil', unit: 'l', quantity: 0, missing: 12 });
    const farm = await show({ things: { asset: [asset(), short, asset({ id: 'x', name: 'Alambre' })] } }, 'contar');
    await screen.findByRole('dialog', { name: 'Contar depósito' });
    await screen.findByLabelText('Sal mineral');
    type('Sal mineral', '160');
    type('Gasoil', '5');
    expect(screen.getByText('+17 l contra lo que figura')).not.toBeNull();
    press('Guardar recuento');
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    const counts = farm.done.filter(([act]) => act === 'countSupplies');
    expect(counts).toEqual([['countSupplies', { asset_id: 'gas', counted: 5, expected: -12, date: today }]]);
  });

  test('takes in a delivery note as one record', async () => {
    const farm = await show({ things: { asset: [asset()] } }, 'multiple');
    await screen.findByText('Sal mineral (160 kg)');
    fireEvent.change(screen.getByLabelText('Insumo'), { target: { value: 'sal' } });
    type('Cantidad', '20');
    type('Partida', 'A1');
    type('Proveedor', 'Agro Sur');
    type('Importe total', '1.500,50');
    press('Otro insumo');
    const second = screen.getByRole('group', { name: 'Insumo 2' });
    fireEvent.change(within(second).getByLabelText('Insumo'), { target: { value: 'otro' } });
    fireEvent.change(within(second).getByLabelText('Nombre'), { target: { value: 'Alambre' } });
    fireEvent.change(within(second).getByLabelText('Unidad'), { target: { value: 'rollo' } });
    fireEvent.change(within(second).getByLabelText('Cantidad'), { target: { value: '2' } });
    press('Guardar ingreso');
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    const lines = [
      { asset_id: 'sal', name: 'Sal mineral', unit: 'kg', batch: 'A1', quantity: 20 },
      { name: 'Alambre', unit: 'rollo', quantity: 2 },
    ];
    const body = { date: today, supplier: 'Agro Sur', total: '1500.50', lines };
    expect(farm.done.filter(([act]) => act === 'recordMovement')).toEqual([
      ['recordMovement', 'ASSET_BATCH', body, 'ingreso-multiple'],
    ]);
  });

  test('asks a hand for no price', async () => {
    await show({ things: { asset: [asset()] } }, 'ingreso', 'user');
    await screen.findByRole('dialog', { name: 'Ingreso de insumo' });
    await screen.findByLabelText('Proveedor', { exact: false });
    expect(screen.queryByLabelText('Importe total', { exact: false })).toBeNull();
  });
});

describe('an item', () => {
  test.each([
    [30, 'Vence en 30 días'],
    [1, 'Vence en 1 día'],
    [0, 'Vence hoy'],
    [-1, 'Vencido'],
  ])('says of a batch that expires in %i days: %s', async (days, words) => {
    await showItem(asset({ batches: [{ number: 'A1', expires: addDays(today, days), quantity: 40 }] }), {});
    const row = within(await screen.findByRole('list', { name: 'Partidas' })).getByRole('listitem');
    expect(within(row).getByText(words)).not.toBeNull();
  });

  test('has its batches and its book, with no balance below nothing', async () => {
    const batch = { number: 'A1', expires: addDays(today, 10), quantity: 60 };
    const lines = [
      line({ batch: 'A1' }),
      line({ key: 'm0/0', movementId: 'm0', kind: 'ingreso', delta: 190, balance: -5 }),
    ];
    await showItem(asset({ batches: [batch] }), { kardex: { lines, more: true } });
    expect((await screen.findByRole('list', { name: 'Partidas' })).textContent).toContain('A1');
    const table = await screen.findByRole('table');
    const cells = within(table)
      .getAllByRole('row')
      .map((row) => row.textContent);
    expect(cells[1]).toContain('Consumo · partida A1');
    expect(cells[1]).toContain('Saldo160');
    expect(cells[2]).toContain('0 (faltan 5)');
    expect(within(table).getByText('Ingreso').getAttribute('href')).toBe('/data/m0');
    expect(screen.getByRole('button', { name: 'Ver más' })).not.toBeNull();
  });

  test('leads from what was bought to its invoice', async () => {
    const lines = [line(), line({ key: 'm0/0', movementId: 'm0', kind: 'ingreso', delta: 190 })];
    const invoices = [{ ...invoice, id: 'f-1', full_number: 'A 00003-00000007', movement_ids: ['m0'] }];
    await showItem(asset(), { kardex: { lines, more: false }, invoices });
    const links = await screen.findAllByText('Factura A 00003-00000007');
    expect(links.map((link) => link.closest('a')?.getAttribute('href'))).toEqual(['/billing/f-1']);
  });

  test('takes back a line that has not left', async () => {
    const lines = [line({ state: 'pendiente', undoOp: 'op-9' })];
    const farm = await showItem(asset(), { kardex: { lines, more: false } });
    fireEvent.click(await screen.findByRole('button', { name: 'Deshacer' }));
    expect(farm.done).toEqual([['undo', 'op-9']]);
  });

  const usedOn = (...back: readonly number[]): KardexLine[] =>
    back.map((days) => line({ key: `${days}`, movementId: `m${days}`, date: addDays(today, -days) }));

  test('says how long it lasts at the mean use of 90 days', async () => {
    const lines = [...usedOn(1, 20, 60), line({ key: 'old', date: addDays(today, -95), delta: -500 })];
    await showItem(asset(), { kardex: { lines, more: false } });
    // 160 kg at 90 in ninety days.
    expect(await screen.findByText('160 días')).not.toBeNull();
    expect(screen.getByText('al ritmo de 90 días')).not.toBeNull();
  });

  test.each([
    ['not known of two records', [1, 20], '—', 'Hacen falta 3 consumos en 90 días'],
    ['of a younger book goes by its days', [1, 2, 3], '7 días', 'al ritmo de 4 días'],
  ])('how long it lasts is %s', async (_, back, value, detail) => {
    await showItem(asset(), { kardex: { lines: usedOn(...back), more: false } });
    expect((await screen.findByText(detail)).parentElement?.textContent).toContain(value);
  });

  test('that is not here says so, with a way back', async () => {
    await showItem(asset({ id: 'otro' }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Insumo no encontrado');
  });

  test('is used beyond what is left only once the person has said so', async () => {
    const farm = await showItem(asset({ quantity: 10 }), {}, 'consumo');
    await screen.findByText(/Hay 10 kg/);
    type('Cantidad', '22');
    expect(screen.getByText(/Queda en 0; faltan 12 kg por justificar/)).not.toBeNull();
    press('Guardar consumo');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Registrar aunque no alcance el stock' }));
    expect(farm.done.some(([act]) => act === 'recordMovement')).toBe(false);
    press('Guardar consumo');
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    const use = { date: today, asset_id: 'sal', name: 'Sal mineral', unit: 'kg', quantity: 22, entry_kind: 'consumo' };
    expect(farm.done).toContainEqual([
      'recordMovement',
      'ASSET_CONSUMPTION',
      { ...use, confirmed: true },
      'consumo sal',
    ]);
  });

  test('is counted: the difference is said before it is saved', async () => {
    const farm = await showItem(asset(), {}, 'contar');
    await screen.findByRole('dialog', { name: 'Contar Sal mineral' });
    await screen.findByLabelText('Contado');
    type('Contado', '157,5');
    expect(screen.getByText('−2,5 kg contra lo que figura')).not.toBeNull();
    press('Guardar recuento');
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    const count = { asset_id: 'sal', counted: 157.5, expected: 160, date: today };
    expect(farm.done).toContainEqual(['countSupplies', count, 'conteo sal']);
  });

  test('keeps its unit once something was counted in it, and sends only what changed', async () => {
    const farm = await showItem(asset(), { kardex: { lines: [line()], more: false } }, 'editar');
    await screen.findByRole('dialog', { name: 'Editar insumo' });
    await waitFor(() => expect(screen.getByLabelText('Unidad').hasAttribute('disabled')).toBe(true));
    type('Stock mínimo', '40');
    press('Guardar cambios');
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    expect(farm.done).toContainEqual(['editThing', 'asset', 'sal', { minimum: 40 }, 'asset sal']);
  });

  test('is deleted once the person has read what goes with it', async () => {
    const farm = await showItem(asset());
    press('Eliminar insumo');
    const dialog = await screen.findByRole('alertdialog', { name: '¿Eliminar Sal mineral?' });
    expect(dialog.textContent).toContain('Figuran 160 kg.');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Eliminar' }));
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    expect(farm.done).toEqual([['deleteThing', 'asset', 'sal']]);
  });
});

describe('a new item', () => {
  const made = vi.fn<(id: string) => void>();
  const create = async (values: Partial<FarmValues> = {}, role: Role = 'owner'): Promise<FakeFarm> => {
    made.mockClear();
    const farm = fakeFarm(values);
    await renderScreen(<CreateStockScreen onDone={made} />, { farm, session: fakeSession(role) });
    return farm;
  };

  test('asks for four things, and for its batch once there is some', async () => {
    const farm = await create();
    await screen.findByLabelText('Nombre');
    expect(screen.queryByLabelText('Partida', { exact: false })).toBeNull();
    type('Nombre', 'Aftosa');
    type('Tipo', 'vacuna');
    type('Unidad', 'dosis');
    type('Cantidad inicial', '100');
    type('Partida', 'L-7');
    press('Guardar insumo');
    await waitFor(() => expect(made).toHaveBeenCalledWith('movement-1'));
    const [, , body] = farm.done.find(([act]) => act === 'createThing') ?? [];
    expect(body).toMatchObject({ name: 'Aftosa', kind: 'vacuna', unit: 'dosis', minimum: null, date: today });
    expect(body).toMatchObject({ batches: [{ number: 'L-7', quantity: 100 }] });
  });

  test('of a name that is there already offers an intake instead', async () => {
    await create({ things: { asset: [asset()] } });
    await screen.findByLabelText('Nombre');
    type('Nombre', 'sal mineral');
    expect(await screen.findByText('Ya tenés Sal mineral')).not.toBeNull();
    expect(screen.getByText('Cargar un ingreso').closest('a')?.getAttribute('href')).toContain('/stock/sal');
  });

  test('opens with what was half-typed', async () => {
    await create({ drafts: { 'insumo-nuevo': { name: 'Alam' } } });
    expect((await screen.findByLabelText<HTMLInputElement>('Nombre')).value).toBe('Alam');
    expect(screen.getByText('Recuperamos lo que estabas cargando')).not.toBeNull();
  });

  test('is not made by a hand', async () => {
    await create({}, 'user');
    expect(await screen.findByText('Volver a Stock')).not.toBeNull();
  });
});
