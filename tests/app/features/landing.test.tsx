// @vitest-environment happy-dom
import { existsSync, statSync } from 'node:fs';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { Landing } from '../../../src/app/features/landing/landing.tsx';
import { fakeSession, renderScreen } from '../../support/fake-farm.tsx';

afterEach(cleanup);

const show = () => renderScreen(<Landing />, { session: fakeSession('user', { status: 'signed-out', user: null }) });
const images = (): HTMLElement[] => screen.getAllByRole('img');

describe('the public page', () => {
  test('has one heading that says what the product is, and a title', async () => {
    await show();
    const heading = screen.getByRole('heading', { level: 1 });
    expect(heading.textContent).toBe('El cuaderno del campo, aunque no haya señal.');
    expect(document.title).toContain('Tranquera');
  });

  test('leads to an account and into one', async () => {
    await show();
    const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(new Set(addresses)).toEqual(new Set(['/log-in', '/sign-up']));
  });

  test('shows the product itself: pictures with words and a size, of which one alone is loaded at once', async () => {
    await show();
    expect(images()).toHaveLength(4);
    for (const image of images()) {
      expect(image.getAttribute('alt')?.length).toBeGreaterThan(30);
      expect(Number(image.getAttribute('width')) * Number(image.getAttribute('height'))).toBeGreaterThan(0);
    }
    expect(images().map((image) => image.getAttribute('loading'))).toEqual(['eager', 'lazy', 'lazy', 'lazy']);
  });

  test.each(['inicio', 'nacimiento', 'movimientos', 'oficina'])('the picture «%s» weighs 60 kB at most', (name) => {
    const file = `src/app/features/landing/pictures/${name}.webp`;
    expect(existsSync(file)).toBe(true);
    expect(statSync(file).size).toBeLessThanOrEqual(60_000);
  });

  test('without signal reads on where a picture does not come', async () => {
    await show();
    for (const image of images()) fireEvent.error(image);
    expect(screen.queryAllByRole('img')).toEqual([]);
    expect(screen.queryByRole('heading', { name: 'Sin señal funciona igual' })).not.toBeNull();
  });

  test('says how it is installed, and what does need signal', async () => {
    await show();
    expect(screen.queryByText(/Agregar a inicio/)).not.toBeNull();
    expect(screen.queryByText('¿Para qué sí hace falta señal?')).not.toBeNull();
  });
});
