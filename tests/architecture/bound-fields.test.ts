import { describe, expect, test } from 'vitest';
import { handBoundFields } from './bound-fields.ts';
import { readSources } from './sources.ts';

const planted = (text: string, path = 'src/app/features/tasks/planted.tsx'): string[] =>
  handBoundFields(new Map([[path, text]]));

describe('Fields', () => {
  test('are bound to their form by name: none has its value, its change and its error written out', () => {
    const sources = readSources();
    expect(handBoundFields(sources)).toEqual([]);
    expect([...sources.values()].filter((text) => text.includes('bind(')).length).toBeGreaterThan(30);
  });
});

describe('The checker itself', () => {
  test.each([
    '<TextField label="Nombre" value={values.name} onChange={(name) => change({ name })} />',
    "<TextField\n  value={form.values.name}\n  maxLength={9}\n  onChange={(text) => form.change({ name: text })}\n  {...form.errorOf('name')}\n/>",
    '<CheckField onChange={(active) => change({ active })} checked={values.active} />',
    "<SelectField value={values.lot_id ?? ''} onChange={pick} {...errorOf('lot_id')} />",
  ])('notices a planted %s', (text) => {
    expect(planted(text)[0]).toMatch(/^src\/app\/features\/tasks\/planted\.tsx:\d$/);
    expect(planted(text, 'src/app/ui/planted.tsx')).toEqual([]);
  });

  test.each([
    '<TextField label="Nombre" {...bind(\'name\')} />',
    "<SelectField {...bind('use')} onChange={(use) => change({ use, isGrazing: true })} />",
    '<ChipGroup value={values.source} onChange={(key) => change({ source: key, heads: {} })} />',
  ])('lets %s pass', (text) => {
    expect(planted(text)).toEqual([]);
  });
});
