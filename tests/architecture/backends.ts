import { importsOf } from './imports.ts';
import { scan } from './scan.ts';
import type { Sources } from './sources.ts';

/** The adapter of a backend of another make, and the one place that chooses it (decision 0044). */
const adapter = /^src\/app\/sync\/plain-backend\//;
const chooser = 'src/app/sync/backend-of.ts';

/** Where it is written down which backend a phone has heard. */
const keepers: ReadonlySet<string> = new Set([chooser, 'src/app/store/whole.ts']);

/** A word that asks which make a backend is, in the place of what it can do. */
const asking = /\b(?:is|to|from)(?:Foreign|Plain)(?:Backend)?\b|\b(?:own|plain)Backend\b/i;

/** Lines of the app that ask which make the backend is, or reach for its adapter, one sentence each. */
export function asksForMake(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => {
    if (!path.startsWith('src/app/') || adapter.test(path)) return [];
    const reaching = importsOf(path, text).filter((wanted) => 'file' in wanted && adapter.test(wanted.file));
    const { code } = scan(text);
    const word = asking.exec(code)?.[0];
    return [
      ...(path === chooser ? [] : reaching.map(() => `${path} imports an adapter`)),
      ...(path !== chooser && word !== undefined ? [`${path} asks ${word}`] : []),
      ...(!keepers.has(path) && /\bnoEpoch\b/.test(code) ? [`${path} asks for noEpoch`] : []),
    ];
  });
}
