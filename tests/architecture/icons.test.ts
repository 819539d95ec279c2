import { describe, expect, test } from 'vitest';
import { movementDrawings } from '../../src/app/ui/icons.tsx';
import { iconNames } from '../../src/domain/icon-names.ts';
import { readSources, type Sources } from './sources.ts';

/** Names that no kind, no thing and no screen asks a drawing for. */
function unasked(names: readonly string[], sources: Sources): readonly string[] {
  const asking = [...sources].filter(
    ([path]) => /^src\/(?:domain|app)\//.test(path) && !/^src\/(?:app\/ui\/|domain\/icon-names\.ts)/.test(path),
  );
  return names.filter((name) => !asking.some(([, text]) => text.includes(`'${name}'`) || text.includes(`"${name}"`)));
}

describe('Drawings', () => {
  test('are those that may be asked for, each of them once', () => {
    expect(new Set(Object.keys(movementDrawings))).toEqual(new Set(iconNames));
    expect(new Set(Object.values(movementDrawings)).size).toBe(iconNames.length);
  });

  test('are all asked for by something', () => {
    expect(unasked(iconNames, readSources())).toEqual([]);
  });

  test('that nothing asks for are noticed', () => {
    const sources = new Map([
      ['src/domain/movements/kinds/births.ts', "icon: 'calf',"],
      ['src/domain/icon-names.ts', "'tractor',"],
      ['src/app/ui/icons.tsx', "'tractor': Tractor,"],
    ]);
    expect(unasked(['calf', 'tractor'], sources)).toEqual(['tractor']);
  });
});
