// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { GiveRecords } from '../../../src/app/features/pending/give-records.tsx';
import { TakeRecords } from '../../../src/app/features/pending/take-records.tsx';
import { type FakeFarm, type FarmValues, fakeFarm, renderScreen } from '../../support/fake-farm.tsx';

afterEach(cleanup);

const choose = async (values: Partial<FarmValues>, size: number | null = null): Promise<FakeFarm> => {
  const farm = fakeFarm(values);
  await renderScreen(<TakeRecords />, { farm });
  const file = new File(['{}'], 'registros.tranquera.json');
  if (size !== null) Object.defineProperty(file, 'size', { value: size });
  const input = await screen.findByLabelText('Archivo', { selector: 'input' });
  fireEvent.change(input, { target: { files: [file] } });
  return farm;
};

describe('Records that are given to another phone', () => {
  test.each([
    ['signed say nothing of it', true, false],
    ['without a signature say so before they are given', false, true],
  ])('%s', async (_title, isSealed, isSaid) => {
    await renderScreen(<GiveRecords />, { farm: fakeFarm({ isSealed }) });
    await screen.findByRole('button', { name: 'Compartir un archivo' });
    expect(screen.queryByText(/Van sin firma/) !== null).toBe(isSaid);
  });
});

describe('Records of another phone', () => {
  test.each([
    ['of a device that this phone does not know', 'unknown', /Sin verificar.*el servidor revisa la firma/],
    ['without a signature', 'unsigned', /Sin verificar.*la oficina decide/],
    ['whose signature does not hold', 'broken', /La firma no coincide.*no se anotan/],
  ] as const)('%s say so before they come in', async (_title, sealOfPackage, said) => {
    await choose({ sealOfPackage });
    expect(await screen.findByText(said)).not.toBeNull();
    expect(screen.getByRole('button', { name: 'Recibir 2 registros' })).not.toBeNull();
  });

  test('that their author’s device signed say no more than whose they are', async () => {
    await choose({});
    expect(await screen.findByText('2 registros de Caro Díaz')).not.toBeNull();
    expect(screen.queryByText(/verificar|firma/)).toBeNull();
  });

  test('in a file that no phone makes are not read', async () => {
    const farm = await choose({}, 200 * 1024 * 1024);
    expect(await screen.findByText(/demasiado grande/)).not.toBeNull();
    expect(farm.done).toEqual([]);
  });
});
