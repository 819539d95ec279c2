import { blankInvoice, invoiceChanges, invoiceForm, invoiceSchema } from '../office/invoices.ts';
import { describeThing } from './describe.ts';

/**
 * domain.md §2.8. For those who see money; never handed over to another phone. Derived rows are in `app/sync/things/things.ts`,
 * outside the first load.
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
  // The room includes people who see no prices: those who may fetch it.
  news: { created: 'refetch', updated: 'refetch', deleted: 'remove' },
  isPaged: true,
  carried: false,
  beside: ['papers'],
});
