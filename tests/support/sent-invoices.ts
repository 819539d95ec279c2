import type { Holdings, ThingView } from '../../src/app/sync/farm.ts';
import type { Invoice } from '../../src/domain/office/invoices.ts';

/** Invoices that the server has, as lists show them. */
export const sentInvoices = (rows: readonly Invoice[]): readonly ThingView<Invoice>[] =>
  rows.map((row) => ({ row, state: 'enviado', problem: null, pendingOp: null, canUndo: false }));

/** A farm without any of the small things. */
export const noThings: Holdings['things'] = {
  rodeo: [],
  campo: [],
  category: [],
  asset: [],
  note: [],
  task: [],
  cycle: [],
  invoice: [],
};
