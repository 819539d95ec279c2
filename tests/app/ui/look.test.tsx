// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Plus } from 'lucide-react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createIcon } from '../../../src/app/ui/create-icon.tsx';
import { MovementIcon } from '../../../src/app/ui/icons.tsx';
import { PageHeading } from '../../../src/app/ui/page-heading.tsx';
import { StateBadge } from '../../../src/app/ui/state-badge.tsx';
import { type ThemeChoice, resolveTheme } from '../../../src/app/ui/theme.ts';
import { kindOf } from '../../../src/domain/movements/registry.ts';
import { UiStory } from './story/story.tsx';

afterEach(cleanup);

describe('the dress of the screen', () => {
  const noon = { prefersDark: true, prefersMoreContrast: false, hour: 12 };

  test('automatic is light by day even on a phone that prefers dark', () => {
    expect(resolveTheme('auto', noon)).toBe('light');
  });

  test('automatic is dark at night on a phone that prefers dark', () => {
    expect(resolveTheme('auto', { ...noon, hour: 22 })).toBe('dark');
    expect(resolveTheme('auto', { ...noon, hour: 22, prefersDark: false })).toBe('light');
  });

  test('a person who asked for more contrast gets "Modo sol"', () => {
    expect(resolveTheme('auto', { ...noon, prefersMoreContrast: true })).toBe('sol');
  });

  test('a choice is kept at any hour', () => {
    expect(resolveTheme('dark', noon)).toBe('dark');
  });
});

describe('every part on one page', () => {
  const showAll = () => render(<UiStory theme="light" onTheme={vi.fn<(choice: ThemeChoice) => void>()} />);

  test('no button and no link is without a name', () => {
    showAll();
    const all = [...screen.getAllByRole('button'), ...screen.getAllByRole('link')];
    const unnamed = all.filter((part) => !(part.getAttribute('aria-label') ?? part.textContent ?? '').trim());
    expect(all.length).toBeGreaterThan(40);
    expect(unnamed).toEqual([]);
  });

  test('no part is left out', () => {
    const sources = import.meta.glob<string>('../../../src/app/ui/*.tsx', {
      query: '?raw',
      import: 'default',
      eager: true,
    });
    const names = Object.keys(sources).map((path) => path.split('/').at(-1) ?? '');
    const reached = new Set<string>();
    const follow = (source: string, others: RegExp): void => {
      for (const [, name] of source.matchAll(others)) {
        if (name === undefined || reached.has(name)) continue;
        reached.add(name);
        follow(sources[`../../../src/app/ui/${name}`] ?? '', /(?:from |import\()'\.\/([a-z-]+\.tsx)'/g);
      }
    };
    const stories = import.meta.glob<string>('./story/*.tsx', {
      query: '?raw',
      import: 'default',
      eager: true,
    });
    for (const story of Object.values(stories)) follow(story, /'(?:\.\.\/){4}src\/app\/ui\/([a-z-]+\.tsx)'/g);
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !reached.has(name))).toEqual([]);
  });

  test('the place where one is says so, and the round button acts', () => {
    showAll();
    const nav = within(screen.getByRole('navigation', { name: 'Principal' }));
    const current = nav.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
    expect(current.map((link) => link.textContent)).toEqual(['Inicio']);
    const [round] = screen.getAllByRole('button', { name: 'Registrar' });
    expect(round).toBeDefined();
    if (round) fireEvent.click(round);
    expect(screen.getByText('Registrar, 1 veces')).toBeDefined();
  });

  test('no two parts share an id', () => {
    const { container } = showAll();
    const ids = [...container.querySelectorAll('[id]')].map((part) => part.id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('arriving at a screen', () => {
  test('the window is named and the title holds the focus', () => {
    render(<PageHeading title="Movimientos" />);
    expect(document.title).toBe('Movimientos · Tranquera');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Movimientos' }));
  });
});

describe('where a record stands', () => {
  test('what is not sent yet says it in words', () => {
    render(<StateBadge state="pending" />);
    expect(screen.getByText('Pendiente')).toBeDefined();
  });

  test('what was sent is only a tick to the eye, and a word to a reader', () => {
    render(<StateBadge state="sent" />);
    expect(screen.getByText('Enviado').className).toContain('hidden');
  });

  test('a kind of movement from a newer server still has a drawing', () => {
    const { container } = render(<MovementIcon name={kindOf('NOT_KNOWN_YET').icon} />);
    expect(container.querySelector('svg')).not.toBeNull();
  });

  // Icons of buttons and rows are written without either: they are the library's own.
  const byOneLine = createIcon('plus', 'M5 12h14M12 5v14');
  const told = (container: HTMLElement): unknown[] =>
    ['aria-hidden', 'aria-label', 'width', 'height'].map((name) => container.querySelector('svg')?.getAttribute(name));

  // As the library draws it, and as the build has it drawn.
  test.each([
    ['the library', Plus],
    ['the build', byOneLine],
  ])('a drawing of %s says nothing to readers and is 24 px, unless it is told otherwise', (_whose, Drawing) => {
    const { container, rerender } = render(<Drawing />);
    expect(told(container)).toEqual(['true', null, '24', '24']);
    rerender(<Drawing size={32} aria-label="Sumar" />);
    expect(told(container)).toEqual([null, 'Sumar', '32', '32']);
  });
});
