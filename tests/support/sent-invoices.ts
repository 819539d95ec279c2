import type { Holdings, ThingView } from '../../src/app/sync/farm.ts';
import { smallThings } from '../../src/app/sync/things/things.ts';
import type { Invoice } from '../../src/domain/office/invoices.ts';
import { sentThing } from './sent-thing.ts';

/** Invoices that the server has, as lists show them. */
export const sentInvoices = (rows: readonly Invoice[]): readonly ThingView<Invoice>[] =>
  rows.map((row) => sentThing(row));

/** A farm without any of the small things. */
export const noThings = Object.fromEntries(smallThings.map((name) => [name, []])) as unknown as Holdings['things'];
