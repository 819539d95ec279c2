// A CouchDB of PouchDB's own (LevelDB) with the same rows. `node couch.mjs PORT DATA PAGES [set=rows.json...]`.
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import express from 'express';
import expressPouch from 'express-pouchdb';
import PouchDB from 'pouchdb';

const [port, data, pages, ...sets] = process.argv.slice(2);
mkdirSync(data, { recursive: true });
const Kept = PouchDB.defaults({ prefix: `${data}/` });
const couch = expressPouch(Kept, { mode: 'minimumForPouchDB', inMemoryConfig: true, logPath: join(data, 'couch.log') });
const documentOf = ({ id, ...row }) => ({ _id: `m:${row.date}:${row.created_at}:${id}`, kind: 'm', ...row, mid: id });

const ids = {};
for (const set of sets) {
  const [farm, file] = set.split('=');
  const { rows, cells } = JSON.parse(readFileSync(file, 'utf8'));
  const documents = [...rows.map(documentOf), ...cells.map((cell) => ({ _id: `s:${cell.key}`, kind: 's', ...cell }))];
  const database = new Kept(farm);
  for (let start = 0; start < documents.length; start += 2000)
    await database.bulkDocs(documents.slice(start, start + 2000));
  ids[farm] = new Map(rows.map((row) => [row.id, documentOf(row)._id]));
}

const app = express();
app.use('/bench', express.static(pages, { cacheControl: false }));
app.use('/db', couch);
app.post('/api/edit/:farm', express.json(), async (request, response) => {
  const database = new Kept(request.params.farm);
  for (const { id, detail } of request.body)
    await database.put({ ...(await database.get(ids[request.params.farm].get(id))), detail });
  response.json({ ok: true });
});
app.post('/api/make/:farm', async (request, response) => {
  await new Kept(request.params.farm).info();
  response.json({ ok: true });
});
app.get('/api/count/:farm', async (request, response) => {
  response.json({ n: (await new Kept(request.params.farm).info()).doc_count });
});
createServer(app).listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => process.exit());
