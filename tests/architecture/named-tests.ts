/** A test as a page names it: its file and its own words. */
interface NamedTest {
  readonly path: string;
  readonly name: string;
}

/** The tests that a page names. */
export const namedIn = (page: string): readonly NamedTest[] =>
  [...page.matchAll(/`(tests\/[^`]+)` › «(.+)»$/gm)].map(([, path = '', name = '']) => ({ path, name }));

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
/** Whether a text has a literal that reads so; what a template puts in may be anything. */
export function says(text: string, name: string): boolean {
  if (text.includes(`'${name}'`)) return true;
  return [...text.matchAll(/`((?:[^`\\]|\\.)*)`/g)].some(([, template = '']) => {
    const parts = template.split(/\$\{[^}]*\}/).map(escaped);
    return parts.length > 1 && new RegExp(`^${parts.join('.+')}$`).test(name);
  });
}
