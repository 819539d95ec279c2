/** A source text taken apart, tolerantly: enough to know what is code, what is a string and what is a comment. */
export interface Scan {
  /** The code without comments; string number n stands there as «n». */
  code: string;
  /** The contents of string and template literals; a `${…}` inside one stands as a space. */
  strings: string[];
  comments: string[];
}

const quotes = new Set(["'", '"', '`']);
/** A slash after one of these (or after nothing) opens a regular expression; after anything else it divides or closes a tag. */
const beforeRegex = /(?:^|[(,=:[!&|?{;+*%~^]|=>|\breturn)\s*$/;

/** The index after a string that starts at `start`. A plain string that is not closed ends with its line: JSX text has apostrophes. */
function endOfString(text: string, start: number): number {
  const quote = text[start];
  for (let i = start + 1; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1;
    else if (text[i] === quote) return i + 1;
    else if (text[i] === '\n' && quote !== '`') return i;
    else if (quote === '`' && text.startsWith('${', i)) i = endOfHole(text, i + 2) - 1;
  }
  return text.length;
}

/** The index after the `}` that closes a `${` whose inside starts at `start`. */
function endOfHole(text: string, start: number): number {
  let depth = 1;
  for (let i = start; i < text.length; i += 1) {
    const letter = text[i] ?? '';
    if (quotes.has(letter)) i = endOfString(text, i) - 1;
    else if (letter === '{') depth += 1;
    else if (letter === '}') depth -= 1;
    if (depth === 0) return i + 1;
  }
  return text.length;
}

function endOfRegex(text: string, start: number): number {
  let isInClass = false;
  for (let i = start + 1; i < text.length; i += 1) {
    const letter = text[i];
    if (letter === '\\') i += 1;
    else if (letter === '\n') return start + 1;
    else if (letter === '[') isInClass = true;
    else if (letter === ']') isInClass = false;
    else if (letter === '/' && !isInClass) return i + 1;
  }
  return start + 1;
}

/** The index after a comment that starts at `start`, or nothing when none starts there. `://` is an address in JSX text. */
function endOfComment(text: string, start: number): number | undefined {
  if (text.startsWith('/*', start)) {
    const close = text.indexOf('*/', start + 2);
    return close < 0 ? text.length : close + 2;
  }
  if (!text.startsWith('//', start) || text[start - 1] === ':') return undefined;
  const newline = text.indexOf('\n', start);
  return newline < 0 ? text.length : newline;
}

const withoutHoles = (literal: string): string => literal.slice(1, -1).replace(/\$\{[^}]*\}/g, ' ');

/** What was scanned already: every rule looks at every source, in one process. */
const scans = new Map<string, Scan>();

/** Takes a source text apart, once. Never fails: what it does not understand stays code. */
export function scan(text: string): Readonly<Scan> {
  const known = scans.get(text) ?? takeApart(text);
  scans.set(text, known);
  return known;
}

function takeApart(text: string): Scan {
  const found: Scan = { code: '', strings: [], comments: [] };
  let i = 0;
  while (i < text.length) {
    const letter = text[i] ?? '';
    const commentEnd = endOfComment(text, i);
    if (commentEnd !== undefined) {
      found.comments.push(text.slice(i, commentEnd));
      i = commentEnd;
    } else if (quotes.has(letter)) {
      const end = endOfString(text, i);
      found.code += `«${found.strings.length}»`;
      found.strings.push(withoutHoles(text.slice(i, end)));
      i = end;
    } else if (letter === '/' && beforeRegex.test(found.code.slice(-20))) {
      i = endOfRegex(text, i);
      found.code += '/regex/';
    } else {
      found.code += letter;
      i += 1;
    }
  }
  return found;
}
