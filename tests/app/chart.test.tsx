// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Chart } from '../../src/app/ui/chart.tsx';
import { inkOf, onInkChange } from '../../src/app/ui/chart-options.ts';
import { formatNumber } from '../../src/domain/numbers.ts';

const places = ['ene', 'feb'];
const series = [
  { label: '2025', values: [63, 38.4], shape: 'outline', ink: 'clima' },
  { label: '2026', values: [56, null], shape: 'bars', ink: 'clima' },
] as const;
const millimetres = (mm: number): string => formatNumber(mm, 0);

describe('A chart', () => {
  const picked = vi.fn<(index: number) => void>();
  beforeEach(() => {
    picked.mockClear();
    render(
      <Chart
        title="Lluvia por mes"
        figure="56 mm en 2026"
        summary="El mes con más lluvia fue enero, con 56 mm."
        placeName="Mes"
        places={places}
        placeWords={['Enero', 'Febrero']}
        series={series}
        fromZero
        format={millimetres}
        unit="mm"
        onPick={picked}
      />,
    );
  });
  afterEach(cleanup);

  test('says its figure and its sentence beside the drawing', () => {
    const figure = screen.getByRole('figure', { name: 'Lluvia por mes' });
    const [, figureAndWords] = [within(figure).getByText('56 mm en 2026'), figure.querySelector('figcaption')];
    expect(figureAndWords?.textContent).toContain('El mes con más lluvia fue enero, con 56 mm.');
  });

  test('has the same figures as a table, behind a button', () => {
    const button = screen.getByRole('button', { name: 'Ver tabla' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(button);
    expect(screen.getByRole('button', { name: 'Ocultar tabla' }).getAttribute('aria-expanded')).toBe('true');
    const table = screen.getByRole('table', { name: 'Lluvia por mes, en mm' });
    const rows = within(table).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual(['Mes20252026', 'Enero6356', 'Febrero38—']);
  });

  test('leads from a row of the table to what it is made of', () => {
    fireEvent.click(screen.getByRole('button', { name: 'Febrero' }));
    expect(picked).toHaveBeenCalledExactlyOnceWith(1);
  });

  test('loads its drawing only when it comes near the screen', () => {
    expect(document.querySelector('canvas')).toBeNull();
  });
});

describe('The ink of a chart', () => {
  afterEach(() => {
    document.documentElement.removeAttribute('style');
    delete document.documentElement.dataset['theme'];
  });

  test('is that of the theme, and black on paper', () => {
    const { documentElement: root } = document;
    root.style.setProperty('--group-clima', '#0156ad');
    root.style.setProperty('--bg', '#0f120c');
    expect(inkOf(root, false).of('clima')).toBe('#0156ad');
    expect(inkOf(root, false).paper).toBe('#0f120c');
    expect(inkOf(root, true).of('clima')).toBe('#000000');
    expect(inkOf(root, true).paper).toBe('#ffffff');
  });

  test('has no letter smaller than 14 pixels, and thicker lines in the sun', () => {
    const { documentElement: root } = document;
    expect(inkOf(root, false).letter).toBeGreaterThanOrEqual(14);
    const before = inkOf(root, false).lineWidth;
    root.dataset['theme'] = 'sol';
    expect(inkOf(root, false).lineWidth).toBeGreaterThan(before);
  });

  test('is read anew for another theme and for the printer, until nobody asks any more', async () => {
    const told: boolean[] = [];
    const end = onInkChange(document.documentElement, (isPaper) => told.push(isPaper));
    document.documentElement.dataset['theme'] = 'dark';
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    window.dispatchEvent(new Event('beforeprint'));
    window.dispatchEvent(new Event('afterprint'));
    expect(told).toEqual([false, true, false]);
    end();
    window.dispatchEvent(new Event('beforeprint'));
    expect(told).toHaveLength(3);
  });
});
