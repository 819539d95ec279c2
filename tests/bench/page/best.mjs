// IndexedDB by hand, laid out for the questions: what the goals are measured by (performance.md). History is one record for each kind and
// month, with new and edited rows over it; sums are kept in the write's own transaction and in memory; the newest rows stand in one record
// and in a mirror for the first paint. Evidence, no product: it knows of no other tab, and edits that come down adjust no sum.
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
const orderOf = ({ date, created_at: created }) => `${date}|${created}`;
const newestFirst = (a, b) => (orderOf(a) < orderOf(b) ? 1 : -1);
const monthOf = ({ date }) => date.slice(0, 7);
const headRows = 200;
/** So many rows at once are part of the whole, fewer are news. */
const bulk = 500;
const mirrorKey = 'last';

const early = () => JSON.parse(localStorage.getItem(mirrorKey) ?? '[]');

function openDatabase(name) {
  const asked = indexedDB.open(name, 1);
  asked.onupgradeneeded = () => {
    asked.result.createObjectStore('segments', { keyPath: ['type', 'month'] });
    asked.result.createObjectStore('overlay', { keyPath: 'id' });
    asked.result.createObjectStore('cells', { keyPath: 'key' });
    asked.result.createObjectStore('kept');
    asked.result.createObjectStore('outbox', { keyPath: 'seq' });
  };
  return answered(asked);
}

async function readKept(database) {
  const reading = database.transaction(['cells', 'kept', 'outbox', 'overlay', 'segments']);
  const [cells, rain, head, last, over, segments] = await Promise.all([
    answered(reading.objectStore('cells').getAll()),
    answered(reading.objectStore('kept').get('rain')),
    answered(reading.objectStore('kept').get('head')),
    answered(reading.objectStore('outbox').openKeyCursor(null, 'prev')),
    answered(reading.objectStore('overlay').getAll()),
    answered(reading.objectStore('segments').getAllKeys()),
  ]);
  return { cells, rain: rain ?? {}, head: head ?? [], seq: Number(last?.key ?? 0), over, segments };
}

async function open(name, { durability = 'relaxed' }) {
  const database = await openDatabase(name);
  const kept = await readKept(database);
  const writing = (stores) => database.transaction(stores, 'readwrite', { durability });
  const reading = (store) => database.transaction(store).objectStore(store);
  const cells = new Map(kept.cells.map((cell) => [cell.key, cell]));
  const overlay = new Map(kept.over.map((row) => [row.id, row]));
  const segments = new Set(kept.segments.map((key) => key.join(' ')));
  const { rain } = kept;
  let { head, seq } = kept;
  const merged = (rows) => [...overlay.values(), ...rows.filter(({ id }) => !overlay.has(id))].toSorted(newestFirst);
  let top = merged(head).slice(0, headRows);

  let mirroring = null;
  const mirror = () => {
    mirroring ??= setTimeout(() => {
      mirroring = null;
      localStorage.setItem(mirrorKey, JSON.stringify(top.slice(0, 50)));
    }, 50);
  };
  const lay = (row) => {
    overlay.set(row.id, row);
    const place = top.findIndex((other) => orderOf(other) <= orderOf(row));
    top.splice(place < 0 ? top.length : place, 0, row);
    if (top.length > headRows) top.pop();
    mirror();
  };
  const entryOf = (movement) => {
    seq += 1;
    return { seq, op: 'movement', key: movement.id, body: movement, tries: 0 };
  };
  const addRain = (rows) => {
    for (const row of rows) if (row.type === 'RAIN') rain[monthOf(row)] = (rain[monthOf(row)] ?? 0) + row.metadata.mm;
  };
  /** Rows of a segment that is there already are put into it, where they are many. */
  const putSegment = (store, key, rows) => {
    const [type, month] = key.split(' ');
    if (!segments.has(key)) store.put({ type, month, rows: rows.toSorted(newestFirst) });
    else {
      const request = store.get([type, month]);
      request.onsuccess = () =>
        store.put({ type, month, rows: [...request.result.rows, ...rows].toSorted(newestFirst) });
    }
  };
  const loadWhole = async (rows) => {
    const transaction = writing(['segments', 'kept']);
    const groups = new Map();
    for (const row of rows) {
      const key = `${row.type} ${monthOf(row)}`;
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(row);
    }
    for (const [key, group] of groups) putSegment(transaction.objectStore('segments'), key, group);
    addRain(rows);
    head = [...head, ...rows].toSorted(newestFirst).slice(0, headRows);
    transaction.objectStore('kept').put(head, 'head');
    transaction.objectStore('kept').put(rain, 'rain');
    await done(transaction);
    for (const key of groups.keys()) segments.add(key);
  };
  const loadNews = async (rows) => {
    const transaction = writing(['overlay']);
    for (const row of rows) {
      overlay.set(row.id, row);
      transaction.objectStore('overlay').put(row);
    }
    await done(transaction);
  };
  return {
    load: async (rows, stock) => {
      if (stock) {
        const transaction = writing(['cells']);
        for (const row of stock) {
          cells.set(row.key, row);
          transaction.objectStore('cells').put(row);
        }
        await done(transaction);
      }
      if (rows.length >= bulk) await loadWhole(rows);
      else if (rows.length > 0) await loadNews(rows);
      top = merged(head).slice(0, headRows);
      mirror();
    },
    write: async (movement) => {
      const transaction = writing(['overlay', 'outbox', 'cells']);
      const cell = cells.get(movement.cell);
      cell.count += movement.animals[0].count;
      transaction.objectStore('overlay').put(movement);
      transaction.objectStore('outbox').put(entryOf(movement));
      transaction.objectStore('cells').put(cell);
      transaction.commit();
      await done(transaction);
      lay(movement);
    },
    queue: async (movements) => {
      const transaction = writing(['overlay', 'outbox']);
      for (const movement of movements) {
        overlay.set(movement.id, movement);
        transaction.objectStore('overlay').put(movement);
        transaction.objectStore('outbox').put(entryOf(movement));
      }
      transaction.commit();
      await done(transaction);
      top = merged(head).slice(0, headRows);
    },
    pending: (limit) => answered(reading('outbox').getAll(null, limit)),
    // The server's row is the queued one but for its revision, which one watermark says of all.
    ack: async (entries) => {
      const transaction = writing('outbox');
      transaction.objectStore('outbox').delete(IDBKeyRange.bound(entries[0].seq, entries.at(-1).seq));
      transaction.commit();
      await done(transaction);
    },
    list: async (limit) => top.slice(0, limit),
    page: async (type, from, to, limit) => {
      const fits = (row) => row.type === type && row.date >= from && row.date <= to;
      const found = [...overlay.values()].filter(fits);
      const months = [...segments]
        .map((key) => key.split(' '))
        .filter(([kind, month]) => kind === type && month >= from.slice(0, 7) && month <= to.slice(0, 7))
        .toSorted(([, a], [, b]) => (a < b ? 1 : -1));
      for (const key of months) {
        if (found.length >= limit) break;
        const { rows } = await answered(reading('segments').get(key));
        found.push(...rows.filter((row) => fits(row) && !overlay.has(row.id)));
      }
      return found.toSorted(newestFirst).slice(0, limit);
    },
    rain: async (year) => Object.fromEntries(Object.entries(rain).filter(([month]) => month.startsWith(year))),
    stock: async () => {
      const sums = {};
      for (const { cat, count } of cells.values()) sums[cat] = (sums[cat] ?? 0) + count;
      return sums;
    },
  };
}

void boot(open, early);
