import { describe, expect, test } from 'vitest';
import { joinedEdits, mergedList, returned, standing } from '../../src/domain/things/lists.ts';

const of = (date: string, count: number, more: object = {}) => ({ date, count, sire: null, ...more });
const [a, b, c] = [of('2026-11-01', 10), of('2026-11-02', 20), of('2026-11-03', 30)];
const step = (text: string, done = false) => ({ text, done });

describe('A list that two people changed', () => {
  test.each([
    ['each added one', [a], [a, b], [a, c], [a, b, c]],
    ['each added the same', [a], [a, b], [a, b], [a, b, b]],
    ['nobody else did anything', [a, b], [b, c], [a, b], [b, c]],
    ['one took out what the other left', [a, b], [b], [a, b, c], [b, c]],
    ['both took out the same', [a, b], [b], [b], [b]],
    ['one of two that are equal went', [a, a], [a], [a, a], [a]],
    ['one changed what the other took out', [a, b], [a, { ...b, count: 21 }], [a], [a, { ...b, count: 21 }]],
    [
      'each changed the same',
      [a],
      [{ ...a, count: 11 }],
      [{ ...a, count: 12 }],
      [
        { ...a, count: 11 },
        { ...a, count: 12 },
      ],
    ],
    ['one took out what the other changed', [a], [], [{ ...a, count: 12 }], [{ ...a, count: 12 }]],
    ['both began with none', [], [a], [b], [a, b]],
    [
      'what is not said is null to one of them',
      [{ date: a.date, count: 10 }],
      [a, b],
      [{ ...a, sire: undefined }],
      [a, b],
    ],
  ])('has all of it where %s', (_what, before, after, now, whole) => {
    const merged = mergedList(before, after, now);
    expect(JSON.stringify(merged.map((one) => ({ ...one, sire: null })))).toBe(JSON.stringify(whole));
  });

  test.each([
    ['each added one', ['a'], ['a', 'b'], ['a', 'c'], ['a', 'b', 'c']],
    ['each added the same', ['a'], ['a', 'b'], ['b', 'a'], ['a', 'b']],
    ['each took out another', ['a', 'b'], ['a'], ['b'], []],
    ['one is there twice', ['a', 'a'], ['a', 'a'], ['a'], ['a']],
  ])('has each photo and person once where %s', (_what, was, made, now, whole) => {
    const items = (list: readonly string[]) => list as unknown as Parameters<typeof mergedList>[0];
    expect(mergedList(items(was), items(made), items(now))).toEqual(whole);
  });

  const heads = (category_id: string, count: number) => ({ category_id, count });
  const [cows, fewer] = [heads('vaca', 60), heads('vaca', 58)];
  test.each([
    ['one changed it, the other added another', [cows], [fewer], [cows, heads('toro', 2)], [fewer, heads('toro', 2)]],
    ['the other changed it', [cows], [cows], [fewer], [fewer]],
    ['both changed it', [cows], [heads('vaca', 57)], [fewer], [heads('vaca', 57)]],
    ['both added it', [], [cows], [fewer], [cows]],
    ['one took out what the other changed', [cows], [], [fewer], [fewer]],
    ['one changed what the other took out', [cows], [fewer], [], [fewer]],
  ])('has each category once where %s', (_what, was, made, now, whole) => {
    expect(mergedList(was, made, now)).toEqual(whole);
  });

  test('has a step that one ticked and another took out', () => {
    const [open, done] = [[step('Ir')], [step('Ir', true)]];
    expect([mergedList(open, done, []), mergedList(open, [], done), mergedList(open, [], open)]).toEqual([
      done,
      done,
      [],
    ]);
  });

  test('has each step as who changed it left it, in its place', () => {
    const before = [step('Cargar'), step('Revisar'), step('Llevar', true)];
    const after = [step('Cargar', true), step('Revisar'), step('Llevar', true), step('Avisar')];
    const now = [step('Cargar'), step('Revisar', true), step('Llevar'), step('Cerrar')];
    expect(mergedList(before, after, now)).toEqual([
      step('Cargar', true),
      step('Revisar', true),
      step('Llevar'),
      step('Avisar'),
      step('Cerrar'),
    ]);
  });

  test('of a server that was restored has what was seen there, and what was added once', () => {
    const merged = (was: object[], made: object[], now: object[]) => {
      const row = { list: now };
      return standing(row, returned(row, { list: made, list_before: was }))['list'];
    };
    expect(merged([a, b], [a, b, c], [a])).toEqual([a, b, c]);
    expect(merged([a], [a, b], [a, b, c])).toEqual([a, b, c]);
    expect(merged([a], [a, b], [a, c])).toEqual([a, b, c]);
    expect(merged([a, b], [a], [a, b, c])).toEqual([a, c]);
    const [ticked, open] = [[step('Ir', true)], [step('Ir')]];
    expect([merged(open, ticked, open), merged(open, open, ticked)]).toEqual([ticked, ticked]);
    expect(returned({}, { vet: 'Sosa' })).toEqual({ vet: 'Sosa' });
  });

  test('tells steps of one text apart by their order', () => {
    const [before, mine, theirs] = [
      [step('Ir'), step('Ir'), step('Ir')],
      [step('Ir'), step('Ir', true), step('Ir')],
      [step('Ir'), step('Ir'), step('Ir', true)],
    ];
    expect(mergedList(before, mine, theirs)).toEqual([step('Ir'), step('Ir', true), step('Ir', true)]);
  });
});

describe('An edit', () => {
  test('says all but what its lists were; one that does not say it is the last word', () => {
    const row = { inseminations: [a, c], vet: 'Sosa' };
    expect(standing(row, { inseminations: [a, b], inseminations_before: [a], notes: null })).toEqual({
      inseminations: [a, b, c],
      notes: null,
    });
    expect(standing(row, { inseminations: [b] })).toEqual({ inseminations: [b] });
    expect(standing(row, { inseminations_before: [a] })).toEqual({});
    expect(standing({}, { inseminations: [b], inseminations_before: [] })).toEqual({ inseminations: [b] });
  });

  test.each([
    ['more', [a, b, c, { ...a, count: 1 }], [a, b, c, { ...a, count: 1 }]],
    ['without what another had added', [a, b], [a, b]],
    ['without his own', [a, c], [a, c]],
    ['changed', [{ ...a, count: 1 }, b, { ...c, count: 2 }], [{ ...a, count: 1 }, b, { ...c, count: 2 }]],
  ])('joined to the one before it does what both did: %s', (_what, after, ending) => {
    const first = { inseminations: [a, b], inseminations_before: [a], vet: 'Sosa' };
    const row = { inseminations: [a, c] };
    // What the phone showed when the second was made, another's insemination among it.
    const shown = standing(row, first)['inseminations'];
    const second = { inseminations: after, inseminations_before: shown };
    const joined = joinedEdits(first, second);
    expect(joined).toMatchObject({ vet: 'Sosa', inseminations: after });
    expect(standing(row, joined)['inseminations']).toEqual(ending);
    expect(standing({ ...row, ...standing(row, first) }, second)['inseminations']).toEqual(ending);
  });

  test('joined to one that did not say what its list was stays the last word', () => {
    const second = { inseminations: [a, b], inseminations_before: [a] };
    expect(joinedEdits({ inseminations: [a] }, second)).toEqual({ inseminations: [a, b] });
    expect(joinedEdits(second, { inseminations: [c] })).toEqual({ inseminations: [c] });
    expect(joinedEdits({ vet: 'Sosa' }, second)).toEqual({ vet: 'Sosa', ...second });
    expect(joinedEdits(second, { vet: 'Sosa' })).toEqual({ vet: 'Sosa', ...second });
  });
});
