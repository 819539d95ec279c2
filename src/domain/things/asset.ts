import { assetChanges, assetForm, assetSchema } from '../supplies/asset.ts';
import { describeThing } from './describe.ts';

/** A stock item (domain.md §2.5); its stock moves by movements. */
export const asset = describeThing({
  name: 'asset',
  table: 'assets',
  words: { one: 'Insumo', many: 'Insumos', gender: 'm' },
  form: assetForm,
  changes: assetChanges,
  row: assetSchema,
  blank: {
    kg_per_unit: null,
    minimum: null,
    batches: [],
    quantity: 0,
    missing: 0,
    photo: null,
  },
  unique: 'name',
  calls: { read: '/api/asset/detail/{id}', create: '/api/asset', edit: '/api/asset/{id}', remove: '/api/asset/{id}' },
  may: { create: 'edit-stock-items', edit: 'edit-stock-items', remove: 'edit-stock-items' },
});
