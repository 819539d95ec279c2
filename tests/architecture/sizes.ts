import { importSpecifiers } from './imports.ts';
import type { Sources } from './sources.ts';

/**
 * The most lines that a file may have, and the most modules that it may import. A screen names each part that it is built of, and
 * every part of the look is a module of its own: its list is longer and says no more.
 */
const ceilings = { productLines: 300, testLines: 400, imports: 15, screenImports: 24 } as const;

/** Tables of declarations, which may be longer. Each with the date it was excused, so that the list is looked at again. */
export const excused: ReadonlyMap<string, string> = new Map<string, string>([]);

const linesOf = (text: string): number => text.trimEnd().split('\n').length;

/** Whether a file is the way into its module: it passes its parts on and knows nothing of them. */
const isWayIn = (text: string): boolean =>
  text.split('\n').every((line) => /^(?:export \* from '\.\/[\w/-]+\.tsx?';|\/\*\* .* \*\/|)$/.test(line));

/** Every file over a ceiling, one sentence each. */
export function tooLarge(sources: Sources, allowed: ReadonlyMap<string, string> = excused): string[] {
  return [...sources].flatMap(([path, text]) => {
    const isTest = path.startsWith('tests/');
    const most = isTest ? ceilings.testLines : ceilings.productLines;
    const imports = importSpecifiers(text).length;
    const mostImports = path.endsWith('.tsx') ? ceilings.screenImports : ceilings.imports;
    return [
      ...(linesOf(text) > most && !allowed.has(path) ? [`${path} has ${linesOf(text)} lines of ${most}`] : []),
      ...(imports > mostImports && !isTest && !isWayIn(text)
        ? [`${path} imports ${imports} modules of ${mostImports}`]
        : []),
    ];
  });
}
