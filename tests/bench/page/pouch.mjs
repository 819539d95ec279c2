// PouchDB at its best: ids sort by date, so that the list is the primary index; kind and day are an index, totals a stored view.
import PouchDB from 'pouchdb-browser';
import find from 'pouchdb-find';
import { boot } from './app.mjs';

PouchDB.plugin(find);

const documentOf = ({ id, ...row }) => ({ _id: `m:${row.date}:${row.created_at}:${id}`, kind: 'm', ...row, mid: id });
const rowOf = ({ mid, ...row }) => ({ ...row, id: mid });
const view = {
  _id: '_design/v',
  views: {
    rain: {
      map: "function(d){if(d.kind==='m'&&d.type==='RAIN')emit(d.date.slice(0,7),d.metadata.mm)}",
      reduce: '_sum',
    },
  },
};

async function open(name, _options, farm) {
  const database = new PouchDB(name, { auto_compaction: false });
  const remote = (database_) => `${location.origin}/db/${database_}`;
  const index = async () => {
    await database.put(view).catch((error) => {
      if (error.status !== 409) throw error;
    });
    await database.createIndex({ index: { fields: ['type', 'date'], ddoc: 'td' } });
    await database.find({ selector: { type: 'RAIN', date: { $gt: null } }, limit: 1 });
    await database.query('v/rain', { group: true });
  };
  const list = async (limit) => {
    const asked = { descending: true, startkey: 'm:\uffff', endkey: 'm:', limit, include_docs: true };
    return (await database.allDocs(asked)).rows.map(({ doc }) => rowOf(doc));
  };
  return {
    pull: async () => {
      await database.replicate.from(remote(farm.set), { batch_size: 1000 });
      await index();
    },
    delta: () => database.replicate.from(remote(farm.set)),
    drain: ({ batch, target }) => database.replicate.to(remote(target), batch ? { batch_size: batch } : {}),
    // The replicator is the outbox; the counts ride in the same call, in one transaction.
    write: async (movement) => {
      const kept = await database.get(`s:${movement.cell}`);
      const counted = { ...kept, count: kept.count + movement.animals[0].count };
      const answers = await database.bulkDocs([documentOf(movement), counted]);
      if (answers.some(({ error }) => error)) throw new Error('conflict');
    },
    queue: (movements) => database.bulkDocs(movements.map(documentOf)),
    list,
    page: async (type, from, to, limit) => {
      const selector = { type, date: { $gte: from, $lte: to } };
      const sort = [{ type: 'desc' }, { date: 'desc' }];
      return (await database.find({ selector, sort, limit, use_index: 'td' })).docs.map(rowOf);
    },
    rain: async (year) => {
      const asked = { group: true, startkey: `${year}-01`, endkey: `${year}-12` };
      return Object.fromEntries((await database.query('v/rain', asked)).rows.map(({ key, value }) => [key, value]));
    },
    stock: async () => {
      const sums = {};
      const { rows } = await database.allDocs({ startkey: 's:', endkey: 's:\uffff', include_docs: true });
      for (const { doc } of rows) sums[doc.cat] = (sums[doc.cat] ?? 0) + doc.count;
      return sums;
    },
  };
}

void boot(open);
