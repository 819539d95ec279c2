import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { permissions } from '../../../src/domain/people/permissions.ts';

const root = join(import.meta.dirname, '../../../src/app');

/** Every source of the app, by its path under src/app. */
const sources: ReadonlyMap<string, string> = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);

/** The questions that name their capability, and the rules of the domain that are made of several. */
const question =
  /\b(?:(useMay|roleMay|may)\((?=([^;{}]{0,120}))|(mayAdd|mayRemove|mayGiveRole|mayRecord|mayChange|mayChangeNote|mayChangeTask|mayDoTask)\()/g;

/** The word that an ask is known by: its capability, or the name of the rule. */
function wordsOf(given: string | undefined, rule: string | undefined): string[] {
  if (rule !== undefined) return [rule];
  return [...(given ?? '').matchAll(/'([a-z-]+)'/g)]
    .map(([, word]) => word ?? '')
    .filter((word) => word in permissions);
}

/** Each place of the app that asks for a right, as `path capability`; once, however often it asks there. */
export const asks = (texts: ReadonlyMap<string, string> = sources): string[] => [
  ...new Set(
    [...texts].flatMap(([path, text]) =>
      [...text.matchAll(question)].flatMap(([, , given, rule]) =>
        wordsOf(given, rule).map((word) => `${path} ${word}`),
      ),
    ),
  ),
];
