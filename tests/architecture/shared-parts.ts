import { importsOf } from './imports.ts';
import type { Sources } from './sources.ts';

/** The rooms between the engine and the screens: what stands there is of no single screen. */
const isShared = (path: string): boolean => /^src\/app\/(?:platform|forms|farm)\//.test(path);

/** Who uses it: a subject of `features`, or the room or file that ties the app. */
const userOf = (path: string): string => /^src\/app\/(?:features\/[^/]+|routes|[^/]+$)/.exec(path)?.[0] ?? path;

/** The shared files that a text takes by name through the way into their module (`#forms`). */
function throughWayIn(text: string, sources: Sources): string[] {
  return [...text.matchAll(/import (?:type )?\{([^}]*)\} from '#(platform|forms)';/g)].flatMap(
    ([, names = '', module]) =>
      names.split(',').flatMap((each) => {
        const name = each.trim().replace(/^type /, '');
        const made = new RegExp(`^export (?:async )?(?:const|function\\*?|type|interface|class) ${name}\\b`, 'm');
        return [...sources.keys()].filter(
          (path) => name !== '' && path.startsWith(`src/app/${module}/`) && made.test(sources.get(path) ?? ''),
        );
      }),
  );
}

/** The way into a module passes its parts on and uses none. */
const isWayIn = (path: string): boolean => /^src\/app\/(?:platform|forms)\/index\.ts$/.test(path);

/**
 * Files of the shared rooms by those who use them, straight or by way of other shared files. Stylesheets go with their component.
 */
export function usersOfShared(sources: Sources): ReadonlyMap<string, ReadonlySet<string>> {
  const importers = new Map<string, string[]>();
  for (const [path, text] of sources)
    for (const file of [
      ...(isWayIn(path) ? [] : importsOf(path, text)).flatMap((wanted) => ('file' in wanted ? wanted.file : [])),
      ...throughWayIn(text, sources),
    ])
      importers.set(file, [...(importers.get(file) ?? []), path]);
  const users = (path: string, seen: Set<string>): readonly string[] =>
    (importers.get(path) ?? []).flatMap((importer) => {
      if (!isShared(importer)) return [userOf(importer)];
      if (seen.has(importer)) return [];
      seen.add(importer);
      return users(importer, seen);
    });
  return new Map(
    [...sources.keys()]
      .filter((path) => isShared(path) && !isWayIn(path))
      .map((path) => [path, new Set(users(path, new Set([path])))] as const),
  );
}

/** Screens of a thing that is made of fields wait for the first one: the README's recipe is their user, and tests carry it out. */
const ofRecipes = 'src/app/farm/things/';

/** Shared files that one subject uses, or none: they belong to it. */
export const strays = (sources: Sources): string[] =>
  [...usersOfShared(sources)].flatMap(([path, users]) =>
    users.size < 2 && !path.startsWith(ofRecipes) ? `${path}: ${[...users].join(', ') || 'nobody'}` : [],
  );
