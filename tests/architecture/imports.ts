import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { scan } from './scan.ts';

const project = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly imports: Readonly<Record<string, string>>;
};

/** Where each module lies that has a name of its own (`#ui`), and its files (`#ui/`). */
const modules = Object.entries(project.imports).map(
  ([name, place]) => [name.replace('*', ''), posix.join(place.replace('*', ''))] as const,
);

/** What a file asks for: a path inside the project or the name of a package (`node` for Node's own modules). */
export type Import = { file: string } | { package: string };

/** `import '…'`, `import('…')` and `… from '…'`; not a call of that name, as `Buffer.from('…')`. */
const specifier = /(?<![\w$.])(?:import\s*\(?|from)\s*«(\d+)»/g;

/** The specifiers of a source text in order: static and dynamic imports, re-exports, types. */
export function importSpecifiers(text: string): string[] {
  const { code, strings } = scan(text);
  return [...code.matchAll(specifier)].flatMap(([, index]) => strings[Number(index)] ?? []);
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return 'node';
  if (specifier.startsWith('virtual:')) return 'virtual';
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** What the file at `path` with this text imports. */
export function importsOf(path: string, text: string): Import[] {
  return importSpecifiers(text).map((specifier) => {
    const [file = ''] = specifier.split('?');
    if (file.startsWith('.')) return { file: posix.join(posix.dirname(path), file) };
    const [name, folder] = modules.find(([own]) => (own.endsWith('/') ? file.startsWith(own) : file === own)) ?? [];
    return name === undefined ? { package: packageOf(specifier) } : { file: folder + file.slice(name.length) };
  });
}
