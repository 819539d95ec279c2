// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { ActionTile } from '../../../src/app/ui/action-tile.tsx';

afterEach(cleanup);

const softHyphen = '\u00AD';

const wordsOf = (label: string): string => {
  render(<ActionTile group="internos" icon={null} label={label} />);
  return screen.getByRole('button', { name: label }).textContent ?? '';
};

describe('A word that is longer than its tile', () => {
  test('may be parted between its syllables, and is read as one', () => {
    expect(wordsOf('Recategorización').split(softHyphen)).toEqual(['Re', 'ca', 'te', 'go', 'ri', 'za', 'ción']);
  });

  test('is alone in that: others stay whole', () => {
    expect(wordsOf('Traslado de rodeo')).toBe('Traslado de rodeo');
  });
});
