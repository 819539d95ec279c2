import { allThings } from '../../src/domain/things/registry.ts';
import type { Sources } from './sources.ts';

const names = allThings.map(({ name }) => name).join('|');

/** A thing is asked for, made, changed or told apart by its word. */
const asked = new RegExp(
  String.raw`\b(?:things|thing|createThing|editThing|deleteThing|useEditedThing|thingOf|removal)\(\s*(?:\w+,\s*)?'(${names})'` +
    String.raw`|\bsubject(?:=| ===| !==|:) ?['"](${names})['"]`,
  'g',
);

/** The screens that are about a thing: there its word is its own. */
const modules: Readonly<Record<string, string>> = {
  campo: 'campos',
  category: 'categories',
  rodeo: 'rodeos',
  lot: 'lots',
  asset: 'stock',
  note: 'notes',
  task: 'tasks',
  cycle: 'cycles',
  invoice: 'billing',
};

const elsewhere = /^src\/(?:domain\/things|exam|server\/seed)\//;

/** Places outside of its own room that ask for a thing by its word instead of its declaration. */
export function namedThings(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => {
    if (!path.startsWith('src/') || elsewhere.test(path)) return [];
    return [...text.matchAll(asked)].flatMap(([, called = '', told = '']) => {
      const name = called || told;
      return path.startsWith(`src/app/features/${modules[name] ?? ''}/`) ? [] : [`${path}: ${name}`];
    });
  });
}
