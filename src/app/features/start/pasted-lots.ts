import { lotNameTaken, nameKey, newLotForm, searchable } from '#domain';
import { readNumberText } from '#ui';

export interface PastedLine {
  /** From 1. */
  readonly number: number;
  /** Name of the lot; the whole line if it has none. */
  readonly name: string;
  readonly hectares: number | null;
  readonly error: string | null;
}

/** Heading of the second column of a sheet. */
const heading = /^(?:has?|hect\w*|sup\w*|area)\b/;
const quoted = /^"(.*)"$/;
const unit = /\s*(?:has?|hect[aá]reas?)\.?$/i;

const cellsOf = (line: string): readonly string[] =>
  line.split(line.includes('\t') ? '\t' : ';').map((cell) => cell.trim().replace(quoted, '$1').trim());

const isHeading = ([, second = '']: readonly string[]): boolean => heading.test(searchable(second));

/** Hectares, or an error message. */
function hectaresIn(typed: string): number | null | string {
  const text = typed.replace(unit, '');
  const reading = readNumberText(text);
  if (reading === 'invalid') return `No se entiende «${typed}» como hectáreas`;
  if (reading !== 'ambiguous') return reading;
  return `¿${text.replaceAll('.', '')} o ${text.replace('.', ',')} ha? Escribilo sin punto, o con coma`;
}

function lineOf(number: number, line: string): PastedLine {
  const [name = '', typed] = cellsOf(line);
  const none = { number, name: name || line.trim(), hectares: null };
  if (typed === undefined) return { ...none, error: 'Entre el nombre y las hectáreas va un tabulador o punto y coma' };
  const hectares = hectaresIn(typed);
  if (typeof hectares === 'string') return { ...none, error: hectares };
  const parsed = newLotForm.safeParse({ name, hectares });
  if (parsed.success) return { number, ...parsed.data, error: null };
  return { ...none, hectares, error: parsed.error.issues[0]?.message ?? null };
}

const linesIn = (text: string) =>
  text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .filter(({ line }, index) => index > 0 || !isHeading(cellsOf(line)));

/** Parses lines of name and hectares, separated by a tab or `;`. `taken`: keys of existing names. */
export function readPastedLots(text: string, taken: ReadonlySet<string>): readonly PastedLine[] {
  const firstOf = new Map<string, number>();
  return linesIn(text).map(({ line, number }) => {
    const read = lineOf(number, line);
    if (read.error !== null) return read;
    const key = nameKey(read.name);
    if (taken.has(key)) return { ...read, error: lotNameTaken };
    const first = firstOf.get(key);
    if (first !== undefined) return { ...read, error: `Repetido: ya está en la línea ${first}` };
    firstOf.set(key, number);
    return read;
  });
}

/** The text without some lines; empty if no lot is left. */
export function withoutLines(text: string, gone: ReadonlySet<number>): string {
  const left = text
    .split('\n')
    .filter((_, index) => !gone.has(index + 1))
    .join('\n');
  return linesIn(left).length > 0 ? left : '';
}
