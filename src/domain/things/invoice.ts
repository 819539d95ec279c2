import { blankInvoice, invoiceChanges, invoiceForm, invoiceSchema } from '../office/invoices.ts';
import { describeThing } from './describe.ts';

/**
 * A paper that says what the farm earns or owes (domain.md §2.8), for those who see its money; no other phone carries it. What follows from
 * it is reckoned in `app/sync/things/derived-rows.ts`, outside the first load.
 */
export const invoice = describeThing({
  name: 'invoice',
  table: 'invoices',
  words: { one: 'Factura', many: 'Facturas', gender: 'f' },
  form: invoiceForm,
  changes: invoiceChanges,
  row: invoiceSchema,
  blank: { ...blankInvoice, state: 'borrador', attachments: [] },
  may: { see: 'see-money', create: 'see-money', edit: 'see-money', remove: 'see-money' },
  // The room holds people who see no prices: what an invoice says is fetched by those who may.
  news: { created: 'refetch', updated: 'refetch', deleted: 'remove' },
  isPaged: true,
  carried: false,
  beside: ['papers'],
});
