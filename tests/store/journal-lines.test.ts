import { describe, expect, test } from 'vitest';
import { keyValues } from '../../src/app/store/disk.ts';
import { type Act, decodeActs, encodeActs } from '../../src/app/store/journal.ts';

const encodeAct = (one: Act): Uint8Array<ArrayBuffer> => encodeActs([one]);

const act = (stamp: number, ...names: string[]): Act => ({
  stamp,
  lines: names.map((name) => ({
    table: keyValues,
    name,
    row: { key: name, value: { detail: 'lluvia ñ % \n 22' } } as never,
  })),
});

const file = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(parts.flatMap((part) => [...part]));

describe('A journal', () => {
  test('gives back what was written: words, odd names, bytes, removals, marks, what is new or replaced', () => {
    const written: Act = {
      stamp: 7,
      lines: [
        ...act(7, 'draft/ombu/record/RAIN?#').lines,
        { table: 'outbox', name: 'gone', row: null },
        { table: 'outbox', name: 'replaced', row: null, isReplaced: true },
        { table: 'outbox', name: 'made', row: { key: 'ombu/1' }, isNew: true },
        {
          table: 'blobBytes',
          name: 'ombu/abc',
          row: { key: 'ombu/abc', bytes: new Uint8Array([0, 10, 255, 7]) } as never,
        },
      ],
      whole: { a: 3 },
    };
    const taken: Act = { stamp: 8, lines: [], taken: [7] };
    expect(decodeActs(file(encodeAct(written), encodeAct(taken)))).toEqual([written, taken]);
  });

  test('that was cut off at any byte has every act before the cut whole, and nothing of the one that was cut', () => {
    const [first, second] = [encodeAct(act(1, 'a', 'b')), encodeAct(act(2, 'c', 'd'))];
    const whole = file(first, second);
    for (let cut = 0; cut < whole.length; cut += 1) {
      const found = decodeActs(whole.slice(0, cut));
      expect(found).toEqual(cut < first.length ? [] : [act(1, 'a', 'b')]);
    }
  });

  test('in which any byte is wrong has no act that was never written', () => {
    const acts = [act(1, 'a'), act(2, 'b', 'c'), act(3, 'd')];
    const whole = file(...acts.map(encodeAct));
    const known = acts.map((one) => JSON.stringify(one));
    for (let at = 0; at < whole.length; at += 1) {
      const torn = whole.slice();
      torn[at] = (torn[at] ?? 0) ^ 0x55;
      const found = decodeActs(torn).map((one) => JSON.stringify(one));
      expect(found.filter((one) => !known.includes(one))).toEqual([]);
      expect(found.length).toBeGreaterThanOrEqual(2);
    }
  });

  test('that goes on after half an act is read from there', () => {
    const half = encodeAct(act(1, 'a', 'b')).slice(0, 60);
    expect(decodeActs(file(half, encodeAct(act(2, 'c'))))).toEqual([act(2, 'c')]);
  });
});
