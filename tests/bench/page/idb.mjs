// IndexedDB by hand, one record for each row: what a beginner writes, and the floor of every ratio.
import { boot } from './app.mjs';

const answered = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
const done = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
/** Newest first, at most so many. */
const walk = (index, range, limit) =>
  new Promise((resolve, reject) => {
    const found = [];
    const request = index.openCursor(range, 'prev');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor || found.push(cursor.value) === limit) resolve(found);
      else cursor.continue();
    };
  });

/** A file beside the database that is flushed after each line, as the product's journal is. */
const journalWorker = `
  const opened = navigator.storage.getDirectory().then(async (folder) => {
    const file = await folder.getFileHandle('journal', { create: true });
    return await file.createSyncAccessHandle();
  });
  onmessage = async ({ data }) => {
    const file = await opened;
    file.write(new TextEncoder().encode(data), { at: file.getSize() });
    file.flush();
    postMessage(null);
  };
`;

/** Gives what writes a line and waits until it is on the disk; nothing where none is asked for. */
function openJournal(isAsked) {
  if (!isAsked) return () => undefined;
  const worker = new Worker(URL.createObjectURL(new Blob([journalWorker], { type: 'text/javascript' })));
  return (entry) =>
    new Promise((resolve) => {
      worker.addEventListener('message', resolve, { once: true });
      worker.postMessage(`${JSON.stringify(entry)}\n`);
    });
}

/** What the product's save reads and writes beside the record, by key: letters as many as the row has there. */
const besides = { counter: 20, journal: 200, versions: 60, lists: 100, mark: 1700, habits: 620 };
const written = ['counter', 'journal', 'mark', 'habits'];
const readBesides = (notes) => {
  for (const key of Object.keys(besides)) notes.get(key);
};
const writeBesides = (notes) => {
  for (const key of written) notes.put({ key, value: 'x'.repeat(besides[key]) });
};

async function open(name, { durability = 'relaxed', journal, rows }) {
  const asked = indexedDB.open(name, 1);
  asked.onupgradeneeded = () => {
    const movements = asked.result.createObjectStore('movements', { keyPath: 'id' });
    movements.createIndex('order', ['date', 'created_at']);
    movements.createIndex('type', ['type', 'date', 'created_at']);
    asked.result.createObjectStore('stock', { keyPath: 'key' });
    asked.result.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
    asked.result.createObjectStore('notes', { keyPath: 'key' });
  };
  const database = await answered(asked);
  const line = openJournal(journal);
  const writing = (stores) => database.transaction(stores, 'readwrite', { durability });
  const reading = (store) => database.transaction(store).objectStore(store);
  const entryOf = (movement) => ({ op: 'movement', key: movement.id, body: movement, tries: 0 });
  return {
    load: async (rows, stock) => {
      const transaction = writing(['movements', 'stock']);
      const movements = transaction.objectStore('movements');
      for (const row of rows) movements.put(row);
      for (const row of stock ?? []) transaction.objectStore('stock').put(row);
      await done(transaction);
    },
    write: async (movement) => {
      const lined = line(entryOf(movement));
      const transaction = writing(['movements', 'stock', 'outbox', 'notes']);
      const stock = transaction.objectStore('stock');
      if (rows) readBesides(transaction.objectStore('notes'));
      transaction.objectStore('movements').put(movement);
      transaction.objectStore('outbox').add(entryOf(movement));
      const request = stock.get(movement.cell);
      request.onsuccess = () => {
        stock.put({ ...request.result, count: request.result.count + movement.animals[0].count });
        if (rows) writeBesides(transaction.objectStore('notes'));
        transaction.commit();
      };
      await Promise.all([done(transaction), lined]);
    },
    queue: async (movements) => {
      const transaction = writing(['movements', 'outbox']);
      for (const movement of movements) {
        transaction.objectStore('movements').put(movement);
        transaction.objectStore('outbox').add(entryOf(movement));
      }
      await done(transaction);
    },
    pending: (limit) => answered(reading('outbox').getAll(null, limit)),
    ack: async (entries, rows) => {
      const transaction = writing(['movements', 'outbox']);
      for (const { seq } of entries) transaction.objectStore('outbox').delete(seq);
      for (const row of rows) transaction.objectStore('movements').put(row);
      await done(transaction);
    },
    list: (limit) => walk(reading('movements').index('order'), null, limit),
    page: (type, from, to, limit) =>
      walk(reading('movements').index('type'), IDBKeyRange.bound([type, from], [type, to, []]), limit),
    rain: async (year) => {
      const range = IDBKeyRange.bound(['RAIN', `${year}-01-01`], ['RAIN', `${year}-12-31`, []]);
      const sums = {};
      for (const { date, metadata } of await answered(reading('movements').index('type').getAll(range)))
        sums[date.slice(0, 7)] = (sums[date.slice(0, 7)] ?? 0) + metadata.mm;
      return sums;
    },
    stock: async () => {
      const sums = {};
      for (const { cat, count } of await answered(reading('stock').getAll())) sums[cat] = (sums[cat] ?? 0) + count;
      return sums;
    },
  };
}

void boot(open);
