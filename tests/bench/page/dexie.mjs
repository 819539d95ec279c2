// Dexie as its guide has it: one record for each row.
import Dexie from 'dexie';
import { boot } from './app.mjs';

async function open(name, { durability = 'relaxed' }) {
  const database = new Dexie(name, { chromeTransactionDurability: durability });
  database.version(1).stores({
    movements: 'id,[date+created_at],[type+date+created_at]',
    stock: 'key',
    outbox: '++seq',
  });
  await database.open();
  const { movements, stock, outbox } = database;
  const entryOf = (movement) => ({ op: 'movement', key: movement.id, body: movement, tries: 0 });
  const ofType = (type, from, to) =>
    movements.where('[type+date+created_at]').between([type, from, Dexie.minKey], [type, to, Dexie.maxKey], true, true);
  return {
    load: (rows, cells) =>
      database.transaction('rw', movements, stock, async () => {
        await movements.bulkPut(rows);
        if (cells) await stock.bulkPut(cells);
      }),
    write: (movement) =>
      database.transaction('rw', movements, stock, outbox, async () => {
        movements.put(movement);
        outbox.add(entryOf(movement));
        await stock
          .where(':id')
          .equals(movement.cell)
          .modify((row) => {
            row.count += movement.animals[0].count;
          });
      }),
    queue: (queued) =>
      database.transaction('rw', movements, outbox, async () => {
        await movements.bulkPut(queued);
        await outbox.bulkAdd(queued.map(entryOf));
      }),
    pending: (limit) => outbox.limit(limit).toArray(),
    ack: (entries, rows) =>
      database.transaction('rw', movements, outbox, async () => {
        await outbox.bulkDelete(entries.map(({ seq }) => seq));
        await movements.bulkPut(rows);
      }),
    list: (limit) => movements.orderBy('[date+created_at]').reverse().limit(limit).toArray(),
    page: (type, from, to, limit) => ofType(type, from, to).reverse().limit(limit).toArray(),
    rain: async (year) => {
      const sums = {};
      for (const { date, metadata } of await ofType('RAIN', `${year}-01-01`, `${year}-12-31`).toArray())
        sums[date.slice(0, 7)] = (sums[date.slice(0, 7)] ?? 0) + metadata.mm;
      return sums;
    },
    stock: async () => {
      const sums = {};
      for (const { cat, count } of await stock.toArray()) sums[cat] = (sums[cat] ?? 0) + count;
      return sums;
    },
  };
}

void boot(open);
