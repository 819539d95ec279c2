type Lines = readonly string[];

/** Of longer texts no line is compared: all count as changed. */
const mostPairs = 1_000_000;

/** Where each line of the first stands in the second, -1 where it is gone: as many as both have in one order. */
function placesIn(was: Lines, made: Lines): readonly number[] {
  const width = made.length + 1;
  const alike = new Uint16Array(was.length * made.length > mostPairs ? 0 : (was.length + 1) * width);
  const from = (i: number, j: number): number => alike[i * width + j] ?? 0;
  for (let i = was.length - 1; i >= 0 && alike.length > 0; i -= 1)
    for (let j = made.length - 1; j >= 0; j -= 1)
      alike[i * width + j] = was[i] === made[j] ? from(i + 1, j + 1) + 1 : Math.max(from(i + 1, j), from(i, j + 1));
  let next = 0;
  return was.map((line, i) => {
    if (from(i, next) === from(i + 1, next)) return -1;
    const place = made.indexOf(line, next);
    next = place + 1;
    return place;
  });
}

/**
 * What became of each line (odd places) and what came before it (even places). A changed line is one gone and one come; of several that
 * went together each has one that came, the last has the rest.
 */
function changesIn(was: Lines, made: Lines): readonly Lines[] {
  const slots: Lines[] = Array.from({ length: was.length * 2 + 1 }, () => []);
  let next = 0;
  let gone: number[] = [];
  for (const [i, place] of [...placesIn(was, made), made.length].entries()) {
    if (place < 0) gone.push(i * 2 + 1);
    else {
      const come = made.slice(next, place);
      const last = gone.length - 1;
      for (const [k, slot] of gone.entries()) slots[slot] = come.slice(k, k === last ? undefined : k + 1);
      if (last < 0) slots[i * 2] = come;
      if (i < was.length) slots[i * 2 + 1] = made.slice(place, place + 1);
      [next, gone] = [place + 1, []];
    }
  }
  return slots;
}

const linesOf = (text: string): Lines => (text === '' ? [] : text.split('\n'));

/**
 * What one person made of a text, `was` to `made`, and what others made of it meanwhile, line by line: whoever changed a line has the
 * word; where both did, the line that stands and then his. A line of his that others wrote in the same place is there already: what is
 * done twice is done once (decision 0074).
 */
export function mergedText(was: string, made: string, now: string): string {
  if (was === now) return made;
  if (was === made) return now;
  const lines = linesOf(was);
  const [own, others] = [changesIn(lines, linesOf(made)), changesIn(lines, linesOf(now))];
  const asWas = (slot: Lines, at: number): boolean =>
    slot.join('\n') === (at % 2 === 0 ? '' : lines[(at - 1) / 2]) && slot.length === at % 2;
  const merged: string[] = [];
  // What others wrote between two lines that nobody touched, and what he did. Empty lines are all alike.
  let [theirs, his]: [string[], [Lines, Lines][]] = [[], []];
  const settle = (): void => {
    for (const [first, second] of his) {
      merged.push(...first);
      for (const line of second) {
        const there = theirs.indexOf(line);
        if (there < 0) merged.push(line);
        else theirs.splice(there, 1);
      }
    }
    [theirs, his] = [[], []];
  };
  for (const [at, theirSlot] of others.entries()) {
    const ownSlot = own[at] ?? [];
    const [isOwn, isTheirs] = [!asWas(ownSlot, at), !asWas(theirSlot, at)];
    if (isTheirs) theirs.push(...theirSlot);
    his.push([isTheirs || !isOwn ? theirSlot : [], isOwn ? ownSlot : []]);
    if (at % 2 === 1 && !isOwn && !isTheirs && theirSlot[0] !== '') settle();
  }
  settle();
  return merged.join('\n').trim();
}

const keptIn = (text: string, isKept: (line: string) => boolean): string => linesOf(text).filter(isKept).join('\n');

const lineOf = (text: string): ((line: string) => boolean) => {
  const lines = new Set(linesOf(text));
  return (line) => lines.has(line);
};

/** Of the text that stands, the lines that an edit knows. */
export function knownLines(was: string, made: string, now: string): string {
  const [isOld, isOwn] = [lineOf(was), lineOf(made)];
  return keptIn(now, (line) => isOld(line) || isOwn(line));
}

/**
 * What a second edit of a text saw, without the first, which goes with it as one. A line of either is none that it saw: where the text
 * has no such line, others would have taken it out.
 */
export function seenWithout(
  first: { readonly was: string; readonly made: string },
  second: { readonly was: string; readonly made: string },
): string {
  const [isOld, isFirst] = [lineOf(first.was), lineOf(first.made)];
  const [isSeen, isSecond] = [lineOf(second.was), lineOf(second.made)];
  return keptIn(mergedText(first.made, first.was, second.was), (line) =>
    isSeen(line) ? isOld(line) || !isFirst(line) : !isSecond(line),
  );
}
