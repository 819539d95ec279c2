import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { groups } from '../../../src/app/ui/group.ts';

const css = readFileSync(new URL('../../../src/app/ui/tokens.css', import.meta.url), 'utf8');

const tokensOf = (selector: string): Map<string, string> => {
  const start = css.indexOf(`${selector} {`);
  expect(start, `tokens.css has no ${selector}`).toBeGreaterThanOrEqual(0);
  const block = css.slice(start, css.indexOf('}', start));
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/gi)].map(([, name = '', value = '']) => [name, value]),
  );
};

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

const light = tokensOf(':root');
const themes = {
  light,
  dark: new Map([...light, ...tokensOf("[data-theme='dark']")]),
  sol: new Map([...light, ...tokensOf("[data-theme='sol']")]),
};

const textPairs: readonly (readonly [ink: string, paper: string])[] = [
  ...['ground', 'bg', 'surface', 'surface-2'].flatMap((paper) =>
    ['text', 'muted', 'danger', 'info', 'ok', 'pend'].map((ink) => [ink, paper] as const),
  ),
  ...['ground', 'bg', 'surface', 'surface-2'].map((paper) => ['primary', paper] as const),
  ['on-primary', 'primary'],
  ['on-danger', 'danger'],
  ['danger', 'danger-bg'],
  ['info', 'info-bg'],
  ['ok', 'ok-bg'],
  ['warn-text', 'warn-bg'],
  ['toast-text', 'toast-bg'],
  ['toast-ok', 'toast-bg'],
  ['toast-danger', 'toast-bg'],
  ...groups.map((group) => ['on-group', `group-${group}`] as const),
  ...groups.map((group) => ['text', `group-${group}-soft`] as const),
];
const edgePairs: readonly (readonly [edge: string, paper: string])[] = [
  ['border', 'ground'],
  ['border', 'bg'],
  ['border', 'surface'],
  ['border', 'surface-2'],
  ['focus', 'focus-gap'],
  ['focus', 'bg'],
  ['focus', 'ground'],
  ...groups.map((group) => [`group-${group}`, `group-${group}-soft`] as const),
];

describe.each(Object.entries(themes))('the %s theme', (_name, tokens) => {
  const ratio = (one: string, other: string): number => contrast(tokens.get(one) ?? '', tokens.get(other) ?? '');

  test.each(textPairs)('%s on %s can be read: at least 7 to 1', (ink, paper) => {
    expect(ratio(ink, paper)).toBeGreaterThanOrEqual(7);
  });

  test.each(edgePairs)('%s on %s can be seen: at least 3 to 1', (edge, paper) => {
    expect(ratio(edge, paper)).toBeGreaterThanOrEqual(3);
  });
});
