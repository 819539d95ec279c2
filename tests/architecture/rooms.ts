import { importsOf } from './imports.ts';
import type { Sources } from './sources.ts';

interface Room {
  /** Whether a file lives here. The first room of the table that says yes is the file's room. */
  path: RegExp;
  /** Rooms it may import from, besides itself. */
  rooms: readonly string[];
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
const rooms: Readonly<Record<string, Room>> = {
  domain: { path: /^src\/domain\//, rooms: [], packages: ['zod'] },
  contract: { path: /^src\/contract\//, rooms: ['domain'], packages: ['zod'] },
  'app/net': { path: /^src\/app\/net\//, rooms: rules, packages: ['socket.io-client'] },
  'app/store': { path: /^src\/app\/store\//, rooms: rules, packages: ['dexie'] },
  'app/session': { path: /^src\/app\/session\//, rooms: ['app/net', 'app/store', ...rules], packages: [] },
  'app/sync': { path: /^src\/app\/sync\//, rooms: ['app/session', 'app/net', 'app/store', ...rules], packages: [] },
  'app/ui': {
    path: /^src\/app\/ui\//,
    rooms: [],
    packages: ['react', 'react-dom', 'lucide-react', '@lucide/lab', 'react-hot-toast', 'uplot'],
  },
  'app/update': { path: /^src\/app\/update\//, rooms: [], packages: ['react', 'workbox-window'] },
  'app/platform': {
    path: /^src\/app\/platform\//,
    rooms: ['app/update', 'app/ui', 'app/sync', 'app/session', ...rules],
    packages: ['react', '@tanstack/react-router', 'dexie-react-hooks', 'qr'],
  },
  'app/forms': {
    path: /^src\/app\/forms\//,
    rooms: ['app/platform', 'app/update', 'app/ui', 'app/sync', ...rules],
    packages: ['react'],
  },
  'app/farm': {
    path: /^src\/app\/farm\//,
    rooms: ['app/forms', 'app/platform', 'app/ui', 'app/sync', ...rules],
    packages: ['react', '@tanstack/react-router', 'dexie-react-hooks'],
  },
  'app/features': {
    path: /^src\/app\/features\//,
    rooms: [...shared, 'app/update', 'app/ui', 'app/sync', 'app/session', 'app/store', ...rules],
    packages: ['react', '@tanstack/react-router', 'lucide-react', 'zod', 'qr'],
  },
  'app/routes': {
    path: /^src\/app\/routes\//,
    rooms: ['app/features', ...shared, 'app/session', 'app/ui', 'domain'],
    packages: ['react', '@tanstack/react-router', 'zod'],
  },
  app: {
    path: /^src\/app\/[^/]+$/,
    rooms: [...device, 'app/update', 'app/ui', ...shared, 'app/features', 'app/routes', ...rules],
    packages: 'all',
  },
  sw: {
    path: /^sw\//,
    rooms: ['app/sync', 'contract'],
    packages: ['workbox-core', 'workbox-precaching', 'workbox-routing'],
  },
  'server/database': {
    path: /^src\/server\/database\//,
    rooms: rules,
    packages: ['node', 'kysely', 'pg', '@photostructure/sqlite'],
  },
  'server/kernel': {
    path: /^src\/server\/kernel\//,
    rooms: ['server/database', ...rules],
    packages: ['node', 'kysely', 'jose', 'zod'],
  },
  'server/rows': {
    path: /^src\/server\/rows\//,
    rooms: ['server/kernel', 'server/database', ...rules],
    packages: ['kysely'],
  },
  'server/files': {
    path: /^src\/server\/files\//,
    rooms: ['server/kernel', 'server/database', ...rules],
    packages: ['node', 'kysely'],
  },
  'server/messages': {
    path: /^src\/server\/messages\//,
    rooms: ['server/files', 'server/rows', 'server/kernel', 'server/database', ...rules],
    packages: ['node', 'kysely', 'nodemailer', 'zod'],
  },
  'server/accounts': {
    path: /^src\/server\/accounts\//,
    rooms: ['server/messages', 'server/rows', 'server/kernel', 'server/database', ...rules],
    packages: ['node', 'kysely', '@node-rs/argon2', '@zxcvbn-ts/language-common'],
  },
  'server/book': {
    path: /^src\/server\/herd\/(?:book|present)\//,
    rooms: ['server/rows', 'server/kernel', 'server/database', ...rules],
    packages: ['kysely'],
  },
  'server/herd': {
    path: /^src\/server\/herd\//,
    rooms: ['server/book', 'server/rows', 'server/kernel', 'server/database', ...rules],
    packages: ['node', 'kysely', 'zod'],
  },
  'server/things': {
    path: /^src\/server\/things\//,
    rooms: ['server/book', 'server/files', 'server/rows', 'server/kernel', 'server/database', ...rules],
    packages: ['node', 'kysely', 'zod'],
  },
  'server/sync': {
    path: /^src\/server\/sync\//,
    rooms: ['server/things', 'server/book', 'server/kernel', 'server/database', ...rules],
    packages: ['node', 'kysely'],
  },
  'server/http': {
    path: /^src\/server\/http\//,
    rooms: ['server/messages', ...rules],
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
    rooms: rules,
    packages: ['node', 'socket.io', '@socket.io/postgres-adapter', 'pg'],
  },
  'server/seed': {
    path: /^src\/server\/seed\//,
    rooms: [...farmServer, ...rules],
    packages: ['node'],
  },
  server: { path: /^src\/server\/[^/]+$/, rooms: [...farmServer, ...rest, ...rules], packages: 'all' },
  // Black box: what any backend is examined with knows the contract and nothing of ours.
  exam: { path: /^src\/exam\//, rooms: rules, packages: ['node', 'socket.io-client', 'zod'] },
  commands: { path: /^src\/commands\//, rooms: [], packages: ['node'] },
};

/** Rooms whose folders are subjects of their own: one never imports another. What lies beside the folders is of all of them. */
const roomsOfSubjects: ReadonlySet<string> = new Set(['app/features', ...subjects]);

/** The room of a file, or nothing for a file that lives outside the table. */
export function roomOf(path: string): string | undefined {
  return Object.keys(rooms).find((name) => rooms[name]?.path.test(path));
}

/** The folder of a subject; empty for a file that lies beside them. */
const subjectOf = (path: string): string => /^src\/\w+\/\w+\/([^/]+)\//.exec(path)?.[1] ?? '';

function fileTrespass(from: string, fromRoom: string, to: string): string | undefined {
  const toRoom = roomOf(to);
  if (toRoom === undefined) return `${from} imports ${to}, which is in no room`;
  if (toRoom !== fromRoom)
    return rooms[fromRoom]?.rooms.includes(toRoom)
      ? undefined
      : `${from} imports ${to}: ${fromRoom} may not import ${toRoom}`;
  const isStranger = roomsOfSubjects.has(fromRoom) && !['', subjectOf(from)].includes(subjectOf(to));
  return isStranger ? `${from} imports ${to}, another subject of ${fromRoom}` : undefined;
}

function packageTrespass(from: string, fromRoom: string, name: string): string | undefined {
  const allowed = rooms[fromRoom]?.packages ?? [];
  return allowed === 'all' || allowed.includes(name)
    ? undefined
    : `${from} imports the package ${name}: ${fromRoom} may not`;
}

/** Every import that the table does not allow, one sentence each; files that live in no room too. */
export function trespasses(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => {
    const room = roomOf(path);
    if (room === undefined) return [`${path} is in no room`];
    return importsOf(path, text).flatMap((wanted) => {
      const found =
        'file' in wanted ? fileTrespass(path, room, wanted.file) : packageTrespass(path, room, wanted.package);
      return found ?? [];
    });
  });
}
