import type { Transaction } from 'dexie';
import type { Invoice, InvoiceRef } from '#domain/office/invoices.ts';
import { invoiceRef, recordsOf } from '#domain/office/invoice-refs.ts';
import { startingWith, type Tables } from './disk.ts';
import type { ThingRow } from './rows.ts';

/** Which invoices name a record, keyed by record, so that no screen reads all invoices. Not a server list: the digest leaves it out. */
interface LinkRow extends ThingRow {
  readonly thing: readonly InvoiceRef[];
}

/** The links' key prefix in a set. */
export const linksOf = (scope: string): string => `${scope}/invoice-links/`;

type Refs = Map<string, InvoiceRef[]>;

const addTo = (refs: Refs, invoice: Invoice): void => {
  for (const id of recordsOf(invoice)) refs.set(id, [...(refs.get(id) ?? []), invoiceRef(invoice)]);
};

const linkRow = (scope: string, id: string, invoices: readonly InvoiceRef[]): LinkRow => ({
  key: `${linksOf(scope)}${id}`,
  thing: invoices.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
});

/** Updates the links; call before the invoice rows change. */
export async function writeLinks(
  tables: Tables,
  scope: string,
  changes: readonly { readonly id: string; readonly row: unknown }[],
): Promise<void> {
  if (changes.length === 0) return;
  const written = new Set(changes.map(({ id }) => id));
  const before = await tables.things.get<ThingRow>(changes.map(({ id }) => `${scope}/invoices/${id}`));
  const refs: Refs = new Map();
  for (const row of before) for (const id of row ? recordsOf(row.thing as Invoice) : []) refs.set(id, []);
  // Already parsed: unreadable rows are not written (confirmed-rows.ts).
  for (const { row } of changes) if (row !== null) addTo(refs, row as Invoice);
  const kept = await tables.things.get<LinkRow>([...refs.keys()].map((id) => `${linksOf(scope)}${id}`));
  const rows = [...refs].map(([id, added], index) =>
    linkRow(scope, id, [...(kept[index]?.thing ?? []).filter((one) => !written.has(one.id)), ...added]),
  );
  await tables.things.put(rows.filter((row) => row.thing.length > 0));
  await tables.things.remove(rows.filter((row) => row.thing.length === 0).map((row) => row.key));
}

/** The invoice naming each of these records (domain.md §2.8); the first, if there are two. */
export async function readLinks(
  tables: Tables,
  scope: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, InvoiceRef>> {
  const rows = await tables.things.get<LinkRow>(ids.map((id) => `${linksOf(scope)}${id}`));
  return new Map(
    ids.flatMap((id, index): [string, InvoiceRef][] => {
      const [first] = rows[index]?.thing ?? [];
      return first ? [[id, first]] : [];
    }),
  );
}

/** Makes the links of invoices stored before links existed. */
export async function linkInvoices(transaction: Transaction): Promise<void> {
  const table = transaction.table<ThingRow, string>('things');
  const keys = (await table.toCollection().primaryKeys()).filter((key) => /^[^/]+\/invoices\//.test(key));
  const scopes = new Set(keys.map((key) => key.slice(0, key.indexOf('/'))));
  for (const scope of scopes) {
    const { from, to } = startingWith(`${scope}/invoices/`);
    const refs: Refs = new Map();
    await table
      .where(':id')
      .between(from, to, true, false)
      .each((row) => addTo(refs, row.thing as Invoice));
    await table.bulkPut([...refs].map(([id, invoices]) => linkRow(scope, id, invoices)));
  }
}
