import type { Sources } from './sources.ts';

/** One tag: a value of the form, and later the change that puts the same name back. */
const tied =
  /(?:value|checked)=\{(?:\w+\.)?values\.(\w+)\}[^<]*?onChange=\{\((\w+)\) => (?:\w+\.)?(?:change|set)\(\{ (?:\1|\1: \2) \}\)\}/g;

/** The other way round. */
const turned =
  /onChange=\{\((\w+)\) => (?:\w+\.)?(?:change|set)\(\{ (\w+)(?:: \1)? \}\)\}[^<]*?(?:value|checked)=\{(?:\w+\.)?values\.\2\}/g;

/** What is said of a field, spread beside a value of the form. */
const told = /(?:value|checked)=\{(?:\w+\.)?values\.\w+[^<]*?\{\.\.\.(?:\w+\.)?errorOf\(/g;

/** Fields that are tied to their form by hand: `bind` gives value, change, id and error at once, and none of them is forgotten. */
export function handBoundFields(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => {
    if (!/^src\/app\/(features|forms|farm)\/.*\.tsx$/.test(path)) return [];
    const found = [tied, turned, told].flatMap((pattern) => [...text.matchAll(pattern)]);
    return found.map(({ index }) => `${path}:${text.slice(0, index).split('\n').length}`);
  });
}
