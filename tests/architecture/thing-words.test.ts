import { describe, expect, test } from 'vitest';
import { readSources } from './sources.ts';
import { namedThings } from './thing-words.ts';

describe('Things', () => {
  test('are asked for by their declarations, outside of the screens that are about them', () => {
    expect(namedThings(readSources())).toEqual([]);
  });
});

describe('The checker itself', () => {
  const planted = (text: string, path = 'src/app/sync/planted.ts'): string[] => namedThings(new Map([[path, text]]));

  test.each([
    "const rows = await views.things('cycle');",
    "await farm.acts.editThing('task', id, { state });",
    "const op = removal(ports, 'lot', null, id, call);",
    "if (op.subject === 'invoice') return null;",
    "return { subject: 'lot', act: 'create' };",
    '<ThingSheet subject="note" id={id} />',
  ])('notices a planted %s', (text) => {
    expect(planted(text)).toHaveLength(1);
  });

  test('lets the screens about a thing, the exam and other words pass', () => {
    expect(planted("views.things('cycle')", 'src/app/features/cycles/planted.ts')).toEqual([]);
    expect(planted("views.things('cycle')", 'src/app/features/rodeos/planted.ts')).toHaveLength(1);
    expect(planted("views.things('cycle')", 'src/exam/planted.ts')).toEqual([]);
    expect(planted("views.things(cycle.name); op.subject === 'movement'; const control = 'lot';")).toEqual([]);
  });

  test('reads the sources of the product, and finds the words where they belong', () => {
    const outside = new Map([...readSources()].map(([path, text]) => [path.replace('/features/', '/outside/'), text]));
    expect(namedThings(outside).length).toBeGreaterThan(10);
  });
});
