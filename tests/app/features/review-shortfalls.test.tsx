// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { movementView } from '../../support/fake-farm.tsx';
import { counted, edited, part, press, show, waiting } from '../../support/review-sheet.tsx';

afterEach(cleanup);

describe('Rendir diferencias', () => {
  const cell = { lot_id: 'ombu', rodeo_id: 'cria', category_id: 'vaca', head: -2, before: 60, change: -62 };
  const cells = [cell];
  const sale = waiting({ type: 'SELL', review: { reasons: ['negative_cell'], cells } }, '62 vacas · El Ombú');
  const standing = { lot: 'ombu', rodeo: 'cria', category: 'vaca', head: -2 };
  const stock = [standing];

  test('lists what the book falls short of, with the one record that took it below zero, and how', async () => {
    counted.mockClear();
    const { farm } = await show({ movements: [sale], stock });
    const shortfalls = await part('Rendir diferencias');
    expect(await within(shortfalls).findByText('El libro tiene 2 vacas de menos')).toBeDefined();
    expect(within(shortfalls).getByText('Había 60 y acá salieron 62: faltan 2.')).toBeDefined();
    press('Corregir stock', shortfalls);
    expect(counted).toHaveBeenCalledWith('ombu');
    press('Editar registro', shortfalls);
    expect(edited).toHaveBeenLastCalledWith('movement-1');
    press('Descartar', shortfalls);
    press('Descartar', screen.getByRole('alertdialog'));
    await waitFor(() => expect(farm.done).toEqual([['deleteMovement', 'movement-1']]));
  });

  test('keeps the good records before it behind the book', async () => {
    const line = { lot: 'ombu', rodeo: 'cria', category: 'vaca', head: -1 };
    const death = movementView({ id: 'death', type: 'DEATH' }, { key: 'death', summary: '1 vaca', lines: [line] });
    const rain = movementView({ id: 'rain', type: 'RAIN' }, { key: 'rain', summary: '22 mm', lines: [] });
    await show({ movements: [sale, death, rain], stock });
    const shortfalls = await part('Rendir diferencias');
    expect(within(shortfalls).queryAllByRole('link', { name: /Muerte/ })).toEqual([]);
    press('Ver el libro', shortfalls);
    const book = await screen.findByRole('list', { name: 'El libro de estos animales' });
    expect(
      within(book)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/data/death']);
  });

  test.each([
    [-5, {}, 'Había 60 y acá salieron 62: faltan 2. Con lo que se anotó después, 5.'],
    [-2, { before: undefined, change: undefined }, 'Desde este registro no alcanzan:'],
  ])('says what came after it, and nothing that an older mark does not say: %i %j', async (head, change, words) => {
    const marked = waiting({
      type: 'SELL',
      review: { reasons: ['negative_cell'], cells: [{ ...cell, ...change }] },
    });
    await show({ movements: [marked], stock: [{ ...standing, head }] });
    expect(await within(await part('Rendir diferencias')).findByText(words)).toBeDefined();
  });

  test('lists what fell short until a day, with the record and no count of today, which would not mend it', async () => {
    const past = { ...cell, before: 0, change: -1, head: -1, until: '2026-09-19' };
    const death = waiting({ type: 'DEATH', review: { reasons: ['negative_cell'], cells: [past] } }, '1 vaca · El Ombú');
    const { farm } = await show({ movements: [death], stock: [{ ...standing, head: 99 }] });
    const shortfalls = await part('Rendir diferencias');
    expect(await within(shortfalls).findByText('El libro tuvo 1 vaca de menos hasta el 19/09/2026')).toBeDefined();
    expect(within(shortfalls).getByText('Había 0 y acá salió 1: falta 1.')).toBeDefined();
    expect(within(shortfalls).queryByRole('button', { name: 'Corregir stock' })).toBeNull();
    press('Editar registro', shortfalls);
    expect(edited).toHaveBeenLastCalledWith('movement-1');
    expect(farm.done).toEqual([]);
  });

  test('keeps apart what is short today and what was so before', async () => {
    const was = { ...cell, before: 0, change: -1, head: -1, until: '2026-09-19' };
    const death = waiting(
      { id: 'death', type: 'DEATH', review: { reasons: ['negative_cell'], cells: [was] } },
      '1 vaca',
    );
    await show({ movements: [sale, { ...death, key: 'death' }], stock });
    const shortfalls = await part('Rendir diferencias');
    expect(await within(shortfalls).findByText('El libro tiene 2 vacas de menos')).toBeDefined();
    expect(within(shortfalls).getAllByRole('link')).toHaveLength(2);
  });

  test('does not list such a record a second time', async () => {
    await show({ movements: [sale], stock });
    await part('Rendir diferencias');
    expect(screen.queryByRole('region', { name: /^Registros/ })).toBeNull();
  });
});
