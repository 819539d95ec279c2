import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';

const inRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** A copy of the build that a test may change, and throws away. Inside the project, so that the server finds its packages. */
export async function copyBuild(): Promise<string> {
  await mkdir(inRoot('test-results'), { recursive: true });
  const built = await mkdtemp(inRoot('test-results/built-'));
  await cp(inRoot('dist'), built, { recursive: true });
  return built;
}

/** Makes it a newer build, with another page of the app, which says its name. */
export async function release(built: string, name: string): Promise<void> {
  const [page, worker] = [join(built, 'app/index.html'), join(built, 'app/sw.js')];
  const told = await readFile(page, 'utf8');
  await writeFile(page, told.replace('<head>', `<head><meta name="release" content="${name}">`));
  for (const packed of ['br', 'gz']) await rm(`${page}.${packed}`, { force: true });
  const listed = await readFile(worker, 'utf8');
  const named = /(?<="revision":")\w+(?=","url":"index\.html")/;
  expect(listed).toMatch(named);
  await writeFile(worker, listed.replace(named, name));
}

/** Has its server part each page from other windows by a process of its own, as servers did before decision 79; gives what undoes it. */
export async function partPages(built: string): Promise<() => Promise<void>> {
  const file = join(built, 'server/server/http/server.js');
  const code = await readFile(file, 'utf8');
  const parting = code
    .replace('crossOriginOpenerPolicy: false', "crossOriginOpenerPolicy: { policy: 'same-origin' }")
    .replace('originAgentCluster: false', 'originAgentCluster: true');
  expect(parting).not.toBe(code);
  await writeFile(file, parting);
  return () => writeFile(file, code);
}
