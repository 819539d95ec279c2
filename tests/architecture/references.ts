import { scan } from './scan.ts';
import type { Sources } from './sources.ts';

/** What a comment points at: a document, and a place in it. */
interface Reference {
  /** As it is written, without its folder: `domain.md`. */
  readonly document: string;
  /** A section by its number or its name, a row, a fault (`F7`, `T1`); null for the document alone. */
  readonly place: { readonly is: 'section' | 'name' | 'row' | 'fault'; readonly what: string } | null;
}

type Place = NonNullable<Reference['place']>;

const documentName = /(?<![\w-])([A-Za-z0-9][\w-]*\.md)\b/g;
/** `§2.6` or `§1.1-1.4`, or a name up to the next sign: `§Sync`. */
const numbered = /^(?:[,;]| and)? ?§(\d+(?:\.\d+)*)(?:-(\d+(?:\.\d+)*))?/;
const named = /^(?:[,;]| and)? ?§([A-Za-z`][^,;:.()§*'"\]]*)/;
/** `rows 84, 85 and 104-106`. */
const rows = /^(?:[,;]| and)? ?rows? (\d+(?:-\d+)?(?:(?:, | and )\d+(?:-\d+)?(?![\w.]))*)/;
/** `F7`, `faults F13-F16`. */
const fault = /^(?:[,;]| and)? ?(?:faults? )?([FT])(\d+)(?:-[FT]?(\d+))?(?![\w.]\w)/;
/** Words right behind the document: `wire.md, things on the wire`. */
const words = /^, ((?!and |with |by |or |which )[^,;:.()§*'"\]]+)/;

const from = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

const rowsIn = (list: string): string[] =>
  list.split(/, | and /).flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    return from(first, last).map(String);
  });

interface Found {
  readonly places: readonly Place[];
  /** How many signs it takes. */
  readonly length: number;
}

const found = (is: Place['is'], what: readonly string[], { length }: string): Found => ({
  places: what.map((one): Place => ({ is, what: one })),
  length,
});

/** The places that a text begins with. */
function placeAt(text: string): Found | null {
  const section = numbered.exec(text);
  if (section) return found('section', section.slice(1).filter(Boolean), section[0]);
  const list = rows.exec(text);
  if (list) return found('row', rowsIn(list[1] ?? ''), list[0]);
  const faults = fault.exec(text);
  if (faults) {
    const [all, letter = '', first = '', last = first] = faults;
    const numbers = from(Number(first), Number(last));
    return found(
      'fault',
      numbers.map((number) => `${letter}${number}`),
      all,
    );
  }
  const name = named.exec(text);
  return name ? found('name', [name[1] ?? ''], name[0]) : null;
}

/** Every place that stands behind the name of a document, up to the first words that are none. */
function placesAfter(text: string): readonly Place[] {
  const places: Place[] = [];
  let rest = text;
  for (let next = placeAt(rest); next; next = placeAt(rest)) {
    places.push(...next.places);
    rest = rest.slice(next.length);
  }
  const called = words.exec(text)?.[1];
  return places.length > 0 || called === undefined ? places : [{ is: 'name', what: called }];
}

/** The references of one text. */
export function referencesIn(text: string): readonly Reference[] {
  return [...text.matchAll(documentName)].flatMap(({ 1: document = '', 0: written, index }): readonly Reference[] => {
    const places = placesAfter(text.slice(index + written.length, index + written.length + 200));
    return places.length === 0 ? [{ document, place: null }] : places.map((place) => ({ document, place }));
  });
}

/** A comment as one line: a reference may go on in the next one. */
const asLine = (comment: string): string =>
  comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ').replace(/^\/[/*]+\s*|\s*\*\/$/g, '');

/** What a source file says to its readers: its comments in a row, then each of its strings. */
const readable = (text: string): readonly string[] => {
  const { comments, strings } = scan(text);
  return [comments.map(asLine).join(' '), ...strings.filter((string) => /^[^/]*\.md\b/.test(string))];
};

const plain = (text: string): string =>
  text
    .replaceAll(/[`*]|\]\([^)]*\)|\[/g, '')
    .toLowerCase()
    .trim();

/** The items of numbered lists under the number of their heading: the second one under `## 1 Decisions` is `1.2`. */
function numberedItems(page: string): string[] {
  let section = '';
  return page.split('\n').flatMap((line) => {
    section = /^#+ §?(\d+(?:\.\d+)*)/.exec(line)?.[1] ?? (line.startsWith('#') ? '' : section);
    const item = /^(\d+)\. /.exec(line)?.[1];
    return section === '' || item === undefined ? [] : [`${section}.${item}`];
  });
}

/**
 * What a reader finds by looking down a page: headings, numbered items, bold beginnings of lines, faults, first cells of tables. Words of the
 * code stand there as they are written, in their quotes.
 */
function landmarksOf(page: string): readonly string[] {
  const marks = [
    /^#+ (.+)$/gm,
    /^\s*(?:[-*] |\d+\. )?\*\*(.+?)\*\*/gm,
    /^\s*[-*] ([FT]\d+)/gm,
    /^\|\s*([^|]+?)\s*\|/gm,
  ];
  const said = marks.flatMap((mark) => [...page.matchAll(mark)].map(([, text = '']) => plain(text)));
  return [...said, ...numberedItems(page), ...(page.match(/`[^`\n]+`/g) ?? [])];
}

/**
 * Whether each word of a name begins a word of a landmark: `movement review` is found at `review of a movement`. A word of the code is found
 * wherever the page writes it so, and stands for no other name.
 */
function isNamed(landmark: string, name: string): boolean {
  if (landmark.startsWith('`')) return landmark === name;
  const said = landmark.split(/[^\p{L}\d-]+/u);
  return plain(name)
    .split(/[^\p{L}\d-]+/u)
    .filter(Boolean)
    .every((word) => said.some((other) => other.startsWith(word)));
}

/** Whether a landmark begins with a number and does not go on with it. */
const hasNumber = (landmark: string, number: string): boolean =>
  new RegExp(`^§?${number.replaceAll('.', String.raw`\.`)}(?!\\.?\\d)`).test(landmark);

/** Where the rows and the faults of a document stand, where that is another page. */
const kept: Readonly<Record<string, Partial<Record<Place['is'], string>>>> = {
  'trust.md': { row: 'controls.md', fault: 'reliability.md' },
};

/** The documents by their names. Those of `src/docs` go before others of the same name. */
function byName(documents: Sources): Sources {
  const isPage = (path: string): boolean => path.startsWith('src/docs/');
  const paths = [...documents.keys()].filter((path) => path.endsWith('.md'));
  const inOrder = [...paths.filter((path) => !isPage(path)), ...paths.filter(isPage)];
  return new Map(inOrder.map((path) => [path.split('/').at(-1) ?? '', documents.get(path) ?? '']));
}

function leads({ document, place }: Reference, pages: ReadonlyMap<string, readonly string[]>): boolean {
  if (!pages.has(document)) return false;
  if (place === null) return true;
  const landmarks = pages.get(kept[document]?.[place.is] ?? document) ?? [];
  const { is, what } = place;
  return landmarks.some((landmark) =>
    is === 'name' ? isNamed(landmark, what.trim()) : hasNumber(landmark, what.toLowerCase()),
  );
}

const written = ({ document, place }: Reference): string => {
  if (place === null) return document;
  const signs = { section: ' §', name: ', ', row: ' row ', fault: ' ' } as const;
  return `${document}${signs[place.is]}${place.what}`;
};

/** References in comments and titles that lead nowhere, one line each. */
export function strayReferences(sources: Sources, documents: Sources): string[] {
  const pages = new Map([...byName(documents)].map(([name, page]) => [name, landmarksOf(page)]));
  return [...sources].flatMap(([path, text]) =>
    readable(text)
      .flatMap(referencesIn)
      .filter((reference) => !leads(reference, pages))
      .map((reference) => `${path}: ${written(reference)}`),
  );
}
