import { importsOf } from './imports.ts';
import type { Sources } from './sources.ts';

const importedFiles = (path: string, text: string): string[] =>
  importsOf(path, text).flatMap((wanted) => ('file' in wanted ? wanted.file : []));

/** The circles of files that import each other, each as `a -> b -> a`. Circles of types count: they tie files together as well. */
export function cycles(sources: Sources): string[] {
  const graph = new Map([...sources].map(([path, text]) => [path, importedFiles(path, text)]));
  const found: string[] = [];
  const isDone = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) found.push([...trail.slice(start), path].join(' -> '));
    if (start >= 0 || isDone.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    isDone.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
}
