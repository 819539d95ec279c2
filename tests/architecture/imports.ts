import { posix } from 'node:path';
import { scan } from './scan.ts';

/** What a file asks for: a path inside the project or the name of a package (`node` for Node's own modules). */
export type Import = { file: string } | { package: string };

const afterFrom = /\b(?:from|import)\s*\(?\s*«(\d+)»/g;

/** The specifiers of a source text in order: static and dynamic imports, re-exports, types. */
export function importSpecifiers(text: string): string[] {
  const { code, strings } = scan(text);
  return [...code.matchAll(afterFrom)].flatMap(([, index]) => strings[Number(index)] ?? []);
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
  return importSpecifiers(text).map((specifier) =>
    specifier.startsWith('.')
      ? { file: posix.join(posix.dirname(path), specifier.replace(/\?.*$/, '')) }
      : { package: packageOf(specifier) },
  );
}
