import { describe, expect, test } from 'vitest';
import type { RecordedKind } from '../../src/domain/movements/define.ts';
import { netHeads } from '../../src/domain/movements/ledger.ts';
import { complete, parsePayload } from '../../src/domain/movements/prepare.ts';
import { allKinds, kindOf, recordedKinds } from '../../src/domain/movements/registry.ts';
import { movementTypes, recordedTypes } from '../../src/domain/movements/types.ts';
import { exampleFarm, exampleNames } from '../../src/domain/movements/kinds/examples/example-farm.ts';
import { workedExamples } from '../../src/domain/movements/kinds/examples/worked-examples.ts';

const today = '2026-11-21';

const prepared = (kind: RecordedKind, body: Readonly<Record<string, unknown>>) => {
  const parsed = parsePayload(kind, body, today);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem));
  const whole = complete(kind, parsed.value, exampleFarm);
  if (!whole.ok) throw new Error(JSON.stringify(whole.problem));
  return whole.value;
};

describe('The table of movement kinds', () => {
  test('every type is declared exactly once, in the order of its list', () => {
    expect(recordedKinds.map((kind) => kind.type)).toEqual(recordedTypes);
    expect(allKinds.map((kind) => kind.type)).toEqual(movementTypes);
    expect(movementTypes.length).toBeGreaterThanOrEqual(34);
  });

  test('a type of a newer server reads Movimiento', () => {
    expect(kindOf('OF_A_NEWER_SERVER').label).toBe('Movimiento');
  });

  test('every recorded kind has a worked example and no other has', () => {
    expect(Object.keys(workedExamples).toSorted()).toEqual(recordedKinds.map((kind) => kind.type).toSorted());
  });

  test('no two kinds answer at the same address', () => {
    const creates = recordedKinds.flatMap((kind) => [kind.routes.create, ...kind.routes.createAliases]);
    const edits = recordedKinds.flatMap((kind) => [kind.routes.edit, ...kind.routes.editAliases]);
    expect(new Set(creates).size).toBe(creates.length);
    expect(new Set(edits).size).toBe(edits.length);
  });
});

describe.each(recordedKinds.map((kind) => [kind.label, kind] as const))('%s', (_label, kind) => {
  const example = workedExamples[kind.type];

  test('the worked example gives the ledger lines written by hand', () => {
    expect(prepared(kind, example.body).postings).toEqual(example.postings);
  });

  test('the list shows it in one Spanish line', () => {
    expect(kind.summary(prepared(kind, example.body).payload as never, exampleNames)).toBe(example.summary);
  });

  test('the lines go the way the kind says', () => {
    const net = netHeads(example.postings);
    const holds = {
      in: net > 0 && example.postings.every((posting) => posting.head > 0),
      out: net < 0 && example.postings.every((posting) => posting.head < 0),
      within: net === 0 && example.postings.length > 0,
      unchanged: example.postings.length === 0,
    };
    expect(holds[kind.herd]).toBe(true);
  });

  test('a completed payload completes to itself: it is the same record on every device', () => {
    const once = prepared(kind, example.body);
    expect(prepared(kind, once.payload)).toEqual(once);
  });

  test('an empty form is refused with a Spanish sentence at a field of the form', () => {
    const parsed = parsePayload(kind, {}, today);
    expect(parsed.ok).toBe(false);
    if (parsed.ok) return;
    expect(parsed.problem.map((issue) => issue.path)).toContain('date');
    for (const issue of parsed.problem) expect(issue.message).not.toMatch(/invalid|expected|required/i);
  });

  test.each([
    ['a day that does not exist', '2026-02-30', 'La fecha no existe'],
    ['a day still to come', '2026-12-25', 'La fecha todavía no llegó'],
    ['a day before any record', '1989-12-31', 'La fecha es demasiado antigua'],
    ['a timestamp', '2026-09-12T10:00:00Z', 'La fecha no existe'],
  ])('%s is refused', (_case, date, sentence) => {
    const parsed = parsePayload(kind, { ...example.body, date }, today);
    expect(parsed.ok ? [] : parsed.problem.map((issue) => issue.message)).toContain(sentence);
  });

  test('words that the kind does not know are refused, not dropped', () => {
    const parsed = parsePayload(kind, { ...example.body, deletedBy: 'me' }, today);
    expect(parsed.ok ? [] : parsed.problem.map((issue) => issue.path)).toContain('deletedBy');
  });
});
