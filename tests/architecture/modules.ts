import { importsOf } from './imports.ts';
import type { Sources } from './sources.ts';

interface Module {
  /** Whether a file lives here. The first room of the table that says yes is the file's room. */
  path: RegExp;
  /** Rooms it may import from, besides itself. */
  modules: readonly string[];
  /** Packages it may import; `all` for where everything is wired together. */
  packages: readonly string[] | 'all';
}

const rules = ['contract', 'domain'];
const device = ['app/net', 'app/store', 'app/session', 'app/sync'];
const shared = ['app/platform', 'app/forms', 'app/farm'];
const subjects = ['server/sync', 'server/things', 'server/herd', 'server/accounts', 'server/messages', 'server/files'];
const farmServer = [...subjects, 'server/book', 'server/rows', 'server/kernel', 'server/database'];
const rest = ['server/http', 'server/live', 'server/seed'];

/** The total order of rooms (src/decisions/0001-total-order-of-rooms.md): each imports from itself and from its row, nothing else. */
const modules: Readonly<Record<string, Module>> = {
  domain: { path: /^src\/domain\//, modules: [], packages: ['zod'] },
  contract: { path: /^src\/contract\//, modules: ['domain'], packages: ['zod'] },
  'app/net': { path: /^src\/app\/net\//, modules: rules, packages: ['socket.io-client'] },
  'app/store': { path: /^src\/app\/store\//, modules: rules, packages: ['dexie'] },
  'app/session': { path: /^src\/app\/session\//, modules: ['app/net', 'app/store', ...rules], packages: [] },
  'app/sync': { path: /^src\/app\/sync\//, modules: ['app/session', 'app/net', 'app/store', ...rules], packages: [] },
  'app/ui': {
    path: /^src\/app\/ui\//,
    modules: [],
    packages: ['react', 'react-dom', 'lucide-react', '@lucide/lab', 'react-hot-toast', 'uplot'],
  },
  'app/update': { path: /^src\/app\/update\//, modules: ['domain'], packages: ['react', 'workbox-window'] },
  'app/platform': {
    path: /^src\/app\/platform\//,
    modules: ['app/update', 'app/ui', 'app/sync', 'app/session', ...rules],
    packages: ['react', '@tanstack/react-router', 'dexie-react-hooks', 'qr'],
  },
  'app/forms': {
    path: /^src\/app\/forms\//,
    modules: ['app/platform', 'app/update', 'app/ui', 'app/sync', ...rules],
    packages: ['react'],
  },
  'app/farm': {
    path: /^src\/app\/farm\//,
    modules: ['app/forms', 'app/platform', 'app/ui', 'app/sync', ...rules],
    packages: ['react', '@tanstack/react-router', 'dexie-react-hooks'],
  },
  'app/features': {
    path: /^src\/app\/features\//,
    modules: [...shared, 'app/update', 'app/ui', 'app/sync', 'app/session', 'app/store', ...rules],
    packages: ['react', '@tanstack/react-router', 'lucide-react', 'zod', 'qr'],
  },
  'app/routes': {
    path: /^src\/app\/routes\//,
    modules: ['app/features', ...shared, 'app/session', 'app/ui', 'domain'],
    packages: ['react', '@tanstack/react-router', 'zod'],
  },
  app: {
    path: /^src\/app\/[^/]+$/,
    modules: [...device, 'app/update', 'app/ui', ...shared, 'app/features', 'app/routes', ...rules],
    packages: 'all',
  },
  sw: {
    path: /^sw\//,
    modules: ['app/sync', 'app/update', 'contract'],
    packages: ['workbox-core', 'workbox-precaching', 'workbox-routing'],
  },
  'server/database': {
    path: /^src\/server\/database\//,
    modules: rules,
    packages: ['node', 'kysely', 'pg', '@photostructure/sqlite'],
  },
  'server/kernel': {
    path: /^src\/server\/kernel\//,
    modules: ['server/database', ...rules],
    packages: ['node', 'kysely', 'jose', 'zod'],
  },
  'server/rows': {
    path: /^src\/server\/rows\//,
    modules: ['server/kernel', 'server/database', ...rules],
    packages: ['kysely'],
  },
  'server/files': {
    path: /^src\/server\/files\//,
    modules: ['server/kernel', 'server/database', ...rules],
    packages: ['node', 'kysely'],
  },
  'server/messages': {
    path: /^src\/server\/messages\//,
    modules: ['server/files', 'server/rows', 'server/kernel', 'server/database', ...rules],
    packages: ['node', 'kysely', 'nodemailer', 'zod'],
  },
  'server/accounts': {
    path: /^src\/server\/accounts\//,
    modules: ['server/messages', 'server/rows', 'server/kernel', 'server/database', ...rules],
    packages: ['node', 'kysely', '@node-rs/argon2', '@zxcvbn-ts/language-common'],
  },
  'server/book': {
    path: /^src\/server\/herd\/(?:book|present)\//,
    modules: ['server/rows', 'server/kernel', 'server/database', ...rules],
    packages: ['kysely'],
  },
  'server/herd': {
    path: /^src\/server\/herd\//,
    modules: ['server/book', 'server/rows', 'server/kernel', 'server/database', ...rules],
    packages: ['node', 'kysely', 'zod'],
  },
  'server/things': {
    path: /^src\/server\/things\//,
    modules: ['server/book', 'server/files', 'server/rows', 'server/kernel', 'server/database', ...rules],
    packages: ['node', 'kysely', 'zod'],
  },
  'server/sync': {
    path: /^src\/server\/sync\//,
    modules: ['server/things', 'server/book', 'server/kernel', 'server/database', ...rules],
    packages: ['node', 'kysely'],
  },
  'server/http': {
    path: /^src\/server\/http\//,
    modules: ['server/messages', ...rules],
    packages: [
      'node',
      'fastify',
      '@fastify/compress',
      '@fastify/helmet',
      '@fastify/multipart',
      '@fastify/rate-limit',
      '@fastify/static',
    ],
  },
  'server/live': {
    path: /^src\/server\/live\//,
    modules: rules,
    packages: ['node', 'socket.io', '@socket.io/postgres-adapter', 'pg'],
  },
  'server/seed': {
    path: /^src\/server\/seed\//,
    modules: [...farmServer, ...rules],
    packages: ['node'],
  },
  server: { path: /^src\/server\/[^/]+$/, modules: [...farmServer, ...rest, ...rules], packages: 'all' },
  // Black box: what any backend is examined with knows the contract and nothing of ours.
  exam: { path: /^src\/exam\//, modules: rules, packages: ['node', 'socket.io-client', 'zod'] },
  // Runs the built app as a page: after everything is installed, in a process of its own.
  'commands/prerender': {
    path: /^src\/commands\/prerender\.mjs$/,
    modules: ['commands'],
    packages: ['node', 'happy-dom', 'fake-indexeddb'],
  },
  commands: { path: /^src\/commands\//, modules: [], packages: ['node', 'postcss'] },
};

/** Rooms whose folders are subjects of their own: one never imports another. What lies beside the folders is of all of them. */
const modulesOfSubjects: ReadonlySet<string> = new Set(['app/features', ...subjects]);

/** The room of a file, or nothing for a file that lives outside the table. */
export function moduleOf(path: string): string | undefined {
  return Object.keys(modules).find((name) => modules[name]?.path.test(path));
}

/** The folder of a subject; empty for a file that lies beside them. */
const subjectOf = (path: string): string => /^src\/\w+\/\w+\/([^/]+)\//.exec(path)?.[1] ?? '';

function fileTrespass(from: string, fromModule: string, to: string): string | undefined {
  const toModule = moduleOf(to);
  if (toModule === undefined) return `${from} imports ${to}, which is in no room`;
  if (toModule !== fromModule)
    return modules[fromModule]?.modules.includes(toModule)
      ? undefined
      : `${from} imports ${to}: ${fromModule} may not import ${toModule}`;
  const isStranger = modulesOfSubjects.has(fromModule) && !['', subjectOf(from)].includes(subjectOf(to));
  return isStranger ? `${from} imports ${to}, another subject of ${fromModule}` : undefined;
}

function packageTrespass(from: string, fromModule: string, name: string): string | undefined {
  const allowed = modules[fromModule]?.packages ?? [];
  return allowed === 'all' || allowed.includes(name)
    ? undefined
    : `${from} imports the package ${name}: ${fromModule} may not`;
}

/** Every import that the table does not allow, one sentence each; files that live in no room too. */
export function trespasses(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => {
    const module = moduleOf(path);
    if (module === undefined) return [`${path} is in no room`];
    return importsOf(path, text).flatMap((wanted) => {
      const found =
        'file' in wanted ? fileTrespass(path, module, wanted.file) : packageTrespass(path, module, wanted.package);
      return found ?? [];
    });
  });
}
