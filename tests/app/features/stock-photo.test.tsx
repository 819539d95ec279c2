// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AssetScreen } from '../../../src/app/features/stock/asset-screen.tsx';
import { CreateStockScreen } from '../../../src/app/features/stock/create-stock-screen.tsx';
import type { StockAct } from '../../../src/app/features/stock/stock-acts.tsx';
import type { FarmBlobs } from '../../../src/app/sync/blobs/farm-blobs.ts';
import type { ThingView } from '../../../src/app/sync/farm.ts';
import type { Role } from '../../../src/domain/people/roles.ts';
import { failure, success } from '../../../src/domain/result.ts';
import type { Asset } from '../../../src/domain/supplies/asset.ts';
import { type FakeFarm, type FarmValues, fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';
import { jpegOf } from '../../support/pictures.ts';

beforeEach(() => {
  vi.stubGlobal('createImageBitmap', async () =>
    Promise.resolve({ width: 4000, height: 3000, close: () => undefined }),
  );
  const context = { fillRect: () => undefined, drawImage: () => undefined };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob([jpegOf(1)])));
});
afterEach(() => {
  cleanup();
  toast.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const asset = (changes: Partial<Asset> = {}): ThingView<Asset> => ({
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
});

/** Blobs that name each photo by its turn. */
const blobs = (changes: Partial<FarmBlobs> = {}): Partial<FarmBlobs> => {
  let given = 0;
  return {
    keep: async () => Promise.resolve(success(`foto-${(given += 1)}`)),
    open: async () => Promise.resolve({ is: 'here', type: 'image/jpeg', bytes: jpegOf(1) }),
    ...changes,
  };
};
const nothing = (): void => undefined;

async function create(
  kept: Partial<FarmBlobs> = blobs(),
  draft: Readonly<Record<string, unknown>> | null = null,
): Promise<FakeFarm> {
  const drafts: FarmValues['drafts'] = draft ? { 'insumo-nuevo': draft } : {};
  const farm = fakeFarm({ things: { asset: [] }, blobs: kept, drafts });
  await renderScreen(<CreateStockScreen onDone={nothing} />, { farm });
  await screen.findByRole('button', { name: 'Guardar insumo' });
  return farm;
}
async function showItem(view: ThingView<Asset>, act: StockAct | null = null, role: Role = 'owner', kept = blobs()) {
  const farm = fakeFarm({ things: { asset: [view] }, blobs: kept });
  await renderScreen(<AssetScreen id="sal" act={act} onAct={nothing} onActEnd={nothing} onGone={nothing} />, {
    farm,
    session: fakeSession(role),
  });
  await screen.findByRole('heading', { level: 1 });
  return farm;
}

const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const choose = (label: string): void =>
  void fireEvent.change(screen.getByLabelText(label, { selector: 'input[type=file]' }), {
    target: { files: [new File(['x'], 'a.jpg', { type: 'image/jpeg' })] },
  });
const tile = (): Promise<HTMLElement> => screen.findByRole('button', { name: 'Ver foto' });
const bodyOf = async (farm: FakeFarm, act: 'createThing' | 'editThing'): Promise<unknown> => {
  await waitFor(() => expect(farm.done.map(([name]) => name)).toContain(act));
  return farm.done.find(([name]) => name === act)?.[act === 'createThing' ? 2 : 3];
};
const fillIn = (): void => {
  fireEvent.change(screen.getByLabelText('Nombre'), { target: { value: 'Ivermectina' } });
  fireEvent.change(screen.getByLabelText('Tipo'), { target: { value: 'antiparasitario' } });
  fireEvent.change(screen.getByLabelText('Unidad'), { target: { value: 'ml' } });
};

describe('a new item', () => {
  test('asks for its photo under the rest, and goes with it', async () => {
    const farm = await create();
    expect(screen.queryByRole('group', { name: /^Foto/ })).toBeNull();
    fillIn();
    press('Más datos');
    expect(screen.getByRole('group', { name: 'Foto (opcional)' })).not.toBeNull();
    expect(screen.getByRole('button', { name: 'Sacar foto' })).not.toBeNull();
    choose('Elegir foto');
    await tile();
    press('Guardar insumo');
    expect(await bodyOf(farm, 'createThing')).toMatchObject({ name: 'Ivermectina', photo: 'foto-1' });
  });

  test('without one says none', async () => {
    const farm = await create();
    fillIn();
    press('Guardar insumo');
    expect(await bodyOf(farm, 'createThing')).toMatchObject({ photo: null });
  });

  test('that was put away half-filled comes back with its photo', async () => {
    await create(blobs(), { name: 'Ivermectina', photo: 'foto-9' });
    expect(await tile()).not.toBeNull();
  });

  test('says what is wrong with a photo that finds no room, and keeps what was typed', async () => {
    await create(blobs({ keep: async () => Promise.resolve(failure('No hay lugar en este celular')) }));
    fillIn();
    press('Más datos');
    choose('Elegir foto');
    expect((await screen.findByRole('alert')).textContent).toBe('No hay lugar en este celular');
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Ivermectina');
    expect(screen.queryByRole('button', { name: 'Ver foto' })).toBeNull();
  });
});

describe('an item with a photo', () => {
  test.each(['owner', 'user'] as const)('shows it to the %s, and opens it whole', async (role) => {
    await showItem(asset({ photo: 'foto-9' }), null, role);
    fireEvent.click(await tile());
    expect((await screen.findByRole('dialog', { name: 'Foto' })).querySelector('img')?.src).toMatch(/^blob:/);
  });

  test('that is not on this phone says that it has not come yet', async () => {
    await showItem(
      asset({ photo: 'foto-9' }),
      null,
      'owner',
      blobs({ open: async () => Promise.resolve({ is: 'away' }) }),
    );
    expect(await screen.findByText('Todavía no llegó')).not.toBeNull();
  });

  test('gets another in its place, and is left with one', async () => {
    const opened: string[] = [];
    const open: FarmBlobs['open'] = async (digest) => {
      opened.push(digest);
      return Promise.resolve({ is: 'here', type: 'image/jpeg', bytes: jpegOf(1) });
    };
    const farm = await showItem(asset({ photo: 'foto-9' }), 'editar', 'owner', blobs({ open }));
    await screen.findByRole('group', { name: 'Foto (opcional)' });
    choose('Elegir otra foto');
    await waitFor(() => expect(opened).toContain('foto-1'));
    expect(screen.getAllByRole('button', { name: 'Quitar foto' })).toHaveLength(1);
    press('Guardar cambios');
    expect(await bodyOf(farm, 'editThing')).toEqual({ photo: 'foto-1' });
  });

  test('has it taken away', async () => {
    const farm = await showItem(asset({ photo: 'foto-9' }), 'editar');
    fireEvent.click(await screen.findByRole('button', { name: 'Quitar foto' }));
    expect(screen.getByRole('button', { name: 'Elegir foto' })).not.toBeNull();
    press('Guardar cambios');
    expect(await bodyOf(farm, 'editThing')).toEqual({ photo: null });
  });

  test('is changed by no hand', async () => {
    await showItem(asset({ photo: 'foto-9' }), null, 'user');
    expect(screen.queryByRole('button', { name: 'Editar insumo' })).toBeNull();
  });
});

describe('an item without one', () => {
  test.each([{ photo: null }, {}])('shows none: %j', async (changes) => {
    await showItem(asset(changes));
    expect(screen.queryByRole('list', { name: 'Fotos' })).toBeNull();
  });
});
