// The least that could be called a server: the same SQLite driver and durability as the product's, one table, no rules, nobody asked who he
// is. `node bare.mjs PORT DATA PAGES [set=rows.ndjson...]`. It also hands out the pages of the stores, and tells sockets of each write (ws).
import { createReadStream, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { WebSocketServer } from 'ws';

const [port, data, pages, ...sets] = process.argv.slice(2);
mkdirSync(data, { recursive: true });
const database = new DatabaseSync(join(data, 'bare.sqlite'));
database.exec('pragma journal_mode = WAL; pragma synchronous = FULL; pragma busy_timeout = 5000;');
database.exec(`create table if not exists rows (farm text, id text, rev integer, body text, primary key (farm, id)) without rowid;
  create unique index if not exists by_rev on rows (farm, rev)`);
const put = database.prepare(
  'insert into rows values (?, ?, ?, ?) on conflict (farm, id) do update set rev = excluded.rev, body = excluded.body',
);
const since = database.prepare('select rev, body from rows where farm = ? and rev > ? order by rev limit ?');
const one = database.prepare('select body from rows where farm = ? and id = ?');
const count = database.prepare('select count(*) as n from rows where farm = ?');
let rev = 0;

const together = (work) => {
  database.exec('begin immediate');
  try {
    const done = work();
    database.exec('commit');
    return done;
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
};
const write = (farm, row) => {
  const text = JSON.stringify({ ...row, isOptimistic: false, updated_at: new Date().toISOString() });
  rev += 1;
  put.run(farm, row.id, rev, text);
  return text;
};

const cells = {};
for (const set of sets) {
  const [farm, file] = set.split('=');
  const whole = JSON.parse(readFileSync(file, 'utf8'));
  cells[farm] = whole.cells;
  together(() => {
    for (const row of whole.rows) {
      rev += 1;
      put.run(farm, row.id, rev, JSON.stringify(row));
    }
  });
}

const bodyOf = async (request) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts));
};
const send = (response, text) =>
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);

const types = { '.js': 'text/javascript', '.html': 'text/html; charset=utf-8' };
function sendFile(response, path) {
  const file = join(pages, path.slice('/bench/'.length));
  if (!path.startsWith('/bench/') || !existsSync(file) || !statSync(file).isFile())
    return response.writeHead(404).end();
  response.writeHead(200, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'cache-control': 'no-cache',
  });
  return createReadStream(file).pipe(response);
}

const sockets = new WebSocketServer({ noServer: true });
const tell = (text) => {
  const message = Buffer.from(`{"action":"movement-created","movement":${text}}`);
  for (const socket of sockets.clients) socket.send(message, { binary: false });
};

const calls = {
  rows: (farm, { searchParams }) => {
    const found = since.all(farm, Number(searchParams.get('since')), Number(searchParams.get('limit')));
    return `{"rev":${found.at(-1)?.rev ?? 0},"rows":[${found.map(({ body }) => body).join()}]}`;
  },
  cells: (farm) => JSON.stringify({ cells: cells[farm] }),
  count: (farm) => JSON.stringify(count.get(farm)),
  write: async (farm, _address, request) => {
    const text = write(farm, await bodyOf(request));
    if (sockets.clients.size > 0) tell(text);
    return `{"ok":true,"row":${text}}`;
  },
  batch: async (farm, _address, request) => {
    const rows = await bodyOf(request);
    return `{"ok":true,"rows":[${together(() => rows.map((row) => write(farm, row))).join()}]}`;
  },
  edit: async (farm, _address, request) => {
    const edits = await bodyOf(request);
    together(() => {
      for (const { id, detail } of edits) write(farm, { ...JSON.parse(one.get(farm, id).body), detail });
    });
    return '{"ok":true}';
  },
};

const server = createServer((request, response) => {
  const address = new URL(request.url, 'http://bench');
  const [, api, name, farm] = address.pathname.split('/');
  if (api !== 'api') return sendFile(response, address.pathname);
  const call = calls[name];
  if (!call) return response.writeHead(404).end();
  return Promise.resolve(call(farm, address, request)).then(
    (text) => send(response, text),
    (error) => response.writeHead(500).end(String(error)),
  );
});
server.on('upgrade', (request, socket, head) =>
  sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client, request)),
);
// Who has much to read meanwhile finds his connection as he left it.
server.keepAliveTimeout = 60_000;
server.listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => process.exit());
