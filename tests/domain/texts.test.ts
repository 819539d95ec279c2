import { describe, expect, test } from 'vitest';
import { joinedEdits, returned, standing } from '../../src/domain/things/lists.ts';
import { mergedText } from '../../src/domain/things/texts.ts';

const text = (...lines: readonly string[]): string => lines.join('\n').trim();

let seed = 7;
const upTo = (most: number): number => {
  seed = (seed * 16_807) % 2_147_483_647;
  return seed % most;
};
let fresh = 0;
/** Lines as somebody leaves them. */
const changed = (lines: readonly string[], who: string): string[] =>
  lines
    .flatMap((line) => {
      const act = upTo(8);
      fresh += 1;
      if (act === 0) return [];
      if (act === 1) return [`${who}${fresh}`];
      return act === 2 ? [line, `${who}${fresh}`] : [line];
    })
    .concat(upTo(3) === 0 ? [`${who} end ${fresh}`] : []);
const some = (): string[] => Array.from({ length: upTo(7) }, (_, at) => (upTo(4) === 0 ? '' : `line ${at}`));

describe('A text that two people changed', () => {
  test.each([
    ['nobody else did anything', 'a b', 'a', 'a b', 'a'],
    ['he did nothing', 'a', 'a', 'b', 'b'],
    ['each wrote in an empty one', '', 'a', 'b', 'b a'],
    ['each added a line', 'a', 'a his', 'a theirs', 'a theirs his'],
    ['each added before the first', 'a', 'his a', 'theirs a', 'theirs his a'],
    ['he added lines, another corrected one', 'a b', 'a b 1 2 3', 'A b', 'A b 1 2 3'],
    ['each corrected another line', 'a b', 'a B', 'A b', 'A B'],
    ['each corrected the same line', 'a b c', 'a his c', 'a theirs c', 'a theirs his c'],
    ['both corrected it alike', 'a b c', 'a B c', 'a B c', 'a B c'],
    ['each corrected both lines', 'a b', 'a1 b1', 'a2 b2', 'a2 a1 b2 b1'],
    ['he made two lines of one', 'a b', 'a1 a2 b', 'A b', 'A a1 a2 b'],
    ['he took out a line, another added one', 'a b', 'b', 'a b c', 'b c'],
    ['each took out another', 'a b c', 'a b', 'b c', 'b'],
    ['he corrected a line that another took out', 'a b c', 'a B c', 'a c', 'a B c'],
    ['he took out a line that another corrected', 'a b c', 'a c', 'a B c', 'a B c'],
    ['he took out all of it', 'a b', '', 'a b c', 'c'],
    ['another took out all of it', 'a b', 'a b c', '', 'c'],
    ['each wrote the same under another heading', 'x y', 'x ok y', 'x y ok', 'x ok y ok'],
    ['each wrote the same in one place', 'a', 'a b', 'a b', 'a b'],
  ])('has what both did where %s', (_what, was, made, now, whole) => {
    const [before, own, theirs] = [was, made, now].map((words) => words.replaceAll(' ', '\n')) as [
      string,
      string,
      string,
    ];
    const merged = mergedText(before, own, theirs);
    expect(merged.replaceAll('\n', ' ')).toBe(whole);
    expect(mergedText(before, own, merged)).toBe(merged);
  });

  test('keeps the empty lines between its parts', () => {
    const was = text('Norte', 'seco', '', 'Sur', 'llena');
    const made = text('Norte', 'seco', 'falta un flotante', '', 'Sur', 'llena');
    const now = text('Norte', 'seco', '', 'Sur', 'baja', '', 'Este', 'sin ver');
    expect(mergedText(was, made, now)).toBe(
      text('Norte', 'seco', 'falta un flotante', '', 'Sur', 'baja', '', 'Este', 'sin ver'),
    );
  });

  test('loses no line and doubles none, whatever two people do, and again', () => {
    for (let round = 0; round < 2000; round += 1) {
      const was = some();
      const [made, now] = [changed(was, 'his'), changed(was, 'theirs')];
      const merged = mergedText(text(...was), text(...made), text(...now));
      const lines = merged.split('\n');
      for (const line of [...made, ...now].filter((one) => one !== '')) {
        const isGone = was.includes(line) && !(made.includes(line) && now.includes(line));
        const times = lines.filter((one) => one === line).length;
        // What one took out may stay beside empty lines, which are all alike.
        expect([was, made, now, line, isGone ? times <= 1 : times === 1]).toEqual([was, made, now, line, true]);
      }
      const again = mergedText(text(...was), text(...made), merged);
      expect(again.replaceAll(/\n+/g, '\n')).toBe(merged.replaceAll(/\n+/g, '\n'));
    }
  });

  test('of more lines than are compared loses none', () => {
    const many = Array.from({ length: 1200 }, (_, at) => String(at));
    const merged = mergedText(text(...many), text(...many, 'his'), text('theirs', ...many)).split('\n');
    expect(new Set(merged)).toEqual(new Set([...many, 'theirs', 'his']));
    expect(merged).toHaveLength(1202);
  });
});

describe('An edit of a text', () => {
  const edit = (was: string, made: string) => ({ notes: made, notes_before: was });

  test('says what it was, also where that was nothing; one that does not is the last word', () => {
    const row = { notes: 'theirs', vet: 'Sosa' };
    expect(standing(row, { notes: 'his', notes_before: null })).toEqual({ notes: 'theirs\nhis' });
    expect(standing({ notes: null }, { notes: 'his', notes_before: '' })).toEqual({ notes: 'his' });
    expect(standing({}, edit('a', 'a\nhis'))).toEqual({ notes: 'his' });
    expect(standing(row, { notes: 'his' })).toEqual({ notes: 'his' });
    expect(standing({ notes: 'a' }, { notes: null, notes_before: 'a' })).toEqual({ notes: null });
    expect(standing({ notes: 'a' }, edit('a', ''))).toEqual({ notes: '' });
    expect(standing({ notes: 'a\nb' }, { notes: null, notes_before: 'a' })).toEqual({ notes: 'b' });
  });

  test('joined to the one before it loses and doubles nothing', () => {
    for (let round = 0; round < 2000; round += 1) {
      const was = some();
      const now = { notes: text(...changed(was, 'theirs')) };
      const first = edit(text(...was), text(...changed(was, 'his')));
      const seen = String(standing(now, first)['notes']);
      const after = changed(seen.split('\n'), 'again');
      const joined = standing(now, joinedEdits(first, edit(seen, text(...after))));
      const lines = String(joined['notes']).split('\n');
      for (const line of after.filter((one) => one !== ''))
        expect([was, now, first, after, line, lines.filter((one) => one === line)]).toEqual([
          was,
          now,
          first,
          after,
          line,
          [line],
        ]);
    }
  });

  test('joined to it where nobody else wrote is as if both were one', () => {
    const joined = joinedEdits(edit('a\nb', 'a\nb\n1'), edit('a\nb\n1', 'A\nb\n1\n2'));
    expect(joined).toEqual(edit('a\nb', 'A\nb\n1\n2'));
    expect(joinedEdits({ notes: 'a' }, edit('a', 'b'))).toEqual({ notes: 'b' });
  });

  test('that comes back to a restored server puts in what it saw and is not there, once', () => {
    const back = (was: string, made: string, now: string) => {
      const row = { notes: now };
      return standing(row, returned(row, edit(was, made)))['notes'];
    };
    expect(back('a\ntheirs', 'a\ntheirs\nhis', 'a')).toBe('a\ntheirs\nhis');
    expect(back('a', 'a\ntheirs', 'a\ntheirs\nhis')).toBe('a\ntheirs\nhis');
    expect(back('a', 'a\nhis', 'a\nother')).toBe('a\nother\nhis');
    expect(back('a\nb', 'b', 'a\nb\nother')).toBe('b\nother');
    expect(back('a', 'a\nhis', 'a\nhis')).toBe('a\nhis');
  });
});
