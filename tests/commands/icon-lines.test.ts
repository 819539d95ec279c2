import { describe, expect, test } from 'vitest';
import { lineOf } from '../../src/commands/icon-lines.mjs';

describe('an icon as one line', () => {
  test('each of its paths starts where it says, wherever the one before ended', () => {
    const icon = [
      ['path', { d: 'M13 5h8', key: 'a' }],
      ['path', { d: 'm3 17 2 2 4-4', key: 'b' }],
      ['path', { d: 'm6 9v2', key: 'c' }],
    ] as const;
    expect(lineOf(icon)).toBe('M13 5h8M3 17l2 2 4-4M6 9v2');
  });

  test.each([
    ['line', { x1: '1', y1: '2', x2: '3.5', y2: '4' }, 'M1 2L3.5 4'],
    ['polyline', { points: '3 6 9 6 9 12' }, 'M3 6 9 6 9 12'],
    ['circle', { cx: '12', cy: '8', r: '5' }, 'M7 8a5 5 0 1 0 10 0a5 5 0 1 0 -10 0'],
    [
      'circle',
      { cx: '10.5', cy: '6.5', r: '.5', fill: 'currentColor' },
      'M10 6.5a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0M10.5 6.5h.01',
    ],
    ['rect', { x: '3', y: '4', width: '10', height: '6' }, 'M3 4h10v6h-10v-6z'],
    [
      'rect',
      { x: '3', y: '4', width: '10', height: '6', rx: '1' },
      'M4 4h8a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-8a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1z',
    ],
  ] as const)('a %s is drawn as it was', (shape, attributes, line) => {
    expect(lineOf([[shape, attributes]])).toBe(line);
  });

  test.each([
    ['an unknown shape', [['ellipse', { cx: '1', cy: '1', rx: '1', ry: '2' }]]],
    ['a larger circle that is filled', [['circle', { cx: '1', cy: '1', r: '3', fill: 'currentColor' }]]],
    ['a path with a width of its own', [['path', { d: 'M1 1h1', 'stroke-width': '3' }]]],
  ] as const)('%s is refused, not guessed', (_what, icon) => {
    expect(() => lineOf(icon)).toThrow(/line/);
  });
});
