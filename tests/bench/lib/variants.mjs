/** The stores: their page, what stands behind its '?', and whose server holds their rows. */
export const stores = [
  { id: 'product', page: 'product', server: 'product' },
  { id: 'idb-relaxed', page: 'idb', query: '?durability=relaxed', server: 'bare' },
  { id: 'idb-strict', page: 'idb', query: '?durability=strict', server: 'bare' },
  { id: 'idb-journal', page: 'idb', query: '?durability=strict&journal=1', server: 'bare' },
  { id: 'idb-rows', page: 'idb', query: '?durability=strict&journal=1&rows=product', server: 'bare' },
  { id: 'idb-best', page: 'best', query: '?durability=relaxed', server: 'bare' },
  { id: 'idb-best-strict', page: 'best', query: '?durability=strict', server: 'bare' },
  { id: 'dexie-relaxed', page: 'dexie', query: '?durability=relaxed', server: 'bare' },
  { id: 'dexie-strict', page: 'dexie', query: '?durability=strict', server: 'bare' },
  { id: 'pouchdb', page: 'pouch', server: 'couch', mostRows: 10_000 },
];

const workbox = { id: 'workbox', page: 'workbox', server: 'bare' };

const storeOf = (id) => [...stores, workbox].find((store) => store.id === id);

/** How each empties its queue: so many in a call, so many calls at once. The second is the floor. */
export const drains = [
  { id: 'product', store: storeOf('product') },
  { id: 'idb-relaxed/100', store: storeOf('idb-relaxed'), how: { batch: 100 } },
  { id: 'idb-relaxed/1000', store: storeOf('idb-relaxed'), how: { batch: 1000 } },
  { id: 'idb-strict/100', store: storeOf('idb-strict'), how: { batch: 100 } },
  { id: 'idb-best/1000', store: storeOf('idb-best'), how: { batch: 1000 } },
  { id: 'dexie-relaxed/100', store: storeOf('dexie-relaxed'), how: { batch: 100 } },
  { id: 'dexie-relaxed/1', store: storeOf('dexie-relaxed'), how: { atOnce: 1 } },
  { id: 'pouchdb', store: storeOf('pouchdb'), how: {} },
  { id: 'workbox', store: workbox, how: {} },
];

/** Stores that fetch a farm by themselves; what is hard or soft on the disk makes no difference there. */
export const pullers = ['product', 'idb-relaxed', 'idb-best', 'dexie-relaxed', 'pouchdb'].map(storeOf);

/** The floor of every ratio: what a beginner would write. */
export const floor = 'idb-relaxed';
