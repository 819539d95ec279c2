// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lazyPart } from '../../../src/app/ui/lazy-part.tsx';
import { mendLanguage } from '../../../src/app/ui/chart.tsx';
import { StorageFailure } from '../../../src/app/store/store.ts';

// React writes what a boundary has caught to the console: here that is the matter of the test.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const show = (Part: ReturnType<typeof lazyPart<{ readonly name: string }>>) =>
  render(
    <>
      <p>Registrar</p>
      <Suspense fallback={<p>Cargando…</p>}>
        <Part name="El Ombú" />
      </Suspense>
    </>,
  );
const Hello = ({ name }: { readonly name: string }) => <p>{`Hola, ${name}`}</p>;

describe('a part that is loaded when it is shown', () => {
  test('that cannot be loaded leaves the rest standing, says what works, and is loaded at the next try', async () => {
    let isThere = false;
    const Part = lazyPart(async () => {
      if (!isThere) throw new TypeError('Failed to fetch dynamically imported module');
      return Promise.resolve(Hello);
    });
    show(Part);
    expect((await screen.findByRole('alert')).textContent).toContain('Lo demás sigue andando');
    expect(screen.getByText('Registrar')).toBeTruthy();
    isThere = true;
    fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('Hola, El Ombú')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('that throws while it is drawn takes nothing else with it', async () => {
    const Broken = (): never => {
      throw new RangeError('Incorrect locale information provided');
    };
    show(lazyPart<{ readonly name: string }>(async () => Promise.resolve(Broken)));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.getByText('Registrar')).toBeTruthy();
  });
});

test('a part that the disk does not answer promises no saving: it takes no record either', async () => {
  const Unread = (): never => {
    throw new StorageFailure('UnknownError');
  };
  show(lazyPart<{ readonly name: string }>(async () => Promise.resolve(Unread)));
  const said = (await screen.findByRole('alert')).textContent;
  expect(said).toContain('puede que no quede lugar en este celular. Lo que guardaste sigue en él.');
  expect(said).not.toContain('podés registrar');
});

describe('the language of the browser', () => {
  test.each(['c', 'en_US.UTF-8', '*', ''])('%j, which is none, becomes one that can be formatted by', (language) => {
    const browser = { language };
    mendLanguage(browser);
    expect(new Intl.NumberFormat(browser.language).format(1)).toBe('1');
    expect(browser.language).toBe('es-AR');
  });

  test('that is one stays', () => {
    const browser = { language: 'pt-BR' };
    mendLanguage(browser);
    expect(browser.language).toBe('pt-BR');
  });
});
