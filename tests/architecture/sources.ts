import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Texts by path, the path as in `src/domain/dates.ts`. Tests plant a trespass by making one of these themselves. */
export type Sources = ReadonlyMap<string, string>;

const isSource = (path: string): boolean => /\.(?:ts|tsx|mjs)$/.test(path) && !/\.(?:gen|d)\.ts$/.test(path);

function filesUnder(folder: string): string[] {
  if (!existsSync(root + folder)) return [];
  return readdirSync(root + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    // The bench has packages of its own.
    if (entry.name === 'node_modules') return [];
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

const texts = new Map<string, string>();

/** What stands in a file, read once for all rules. */
function textOf(path: string): string {
  const text = texts.get(path) ?? readFileSync(root + path, 'utf8');
  texts.set(path, text);
  return text;
}

/** The source files of the product (`src`, `sw`) or of other folders of the project. Written-by-tool files are left out. */
export function readSources(folders: readonly string[] = ['src', 'sw']): Sources {
  const paths = folders.flatMap(filesUnder).filter(isSource);
  return new Map(paths.map((path) => [path, textOf(path)]));
}

/** The documents: Markdown anywhere in the project's own folders, and the few files at the top that hold prose. */
export function readDocuments(): Sources {
  const paths = ['src', 'sw', 'tests'].flatMap(filesUnder).filter((path) => path.endsWith('.md'));
  const top = ['README.md', 'package.json', '.ci/run', 'vite.config.ts'].filter((path) => existsSync(root + path));
  return new Map([...paths, ...top].map((path) => [path, textOf(path)]));
}
