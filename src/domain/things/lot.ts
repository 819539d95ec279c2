import { lotChanges, lotSchema, newLotForm } from '../farm/places.ts';
import { describeThing, placeRights } from './describe.ts';

/** domain.md §2.2. Its animals need calls of their own (`contract/endpoints/farm.ts`). */
export const lot = describeThing({
  name: 'lot',
  table: 'lots',
  words: { one: 'Lote', many: 'Lotes', gender: 'm' },
  form: newLotForm,
  changes: lotChanges,
  row: lotSchema,
  blank: {
    campo_id: null,
    use: null,
    is_grazing: true,
    receptivity_ev_ha: null,
    notes: null,
    name: '',
    hectares: 0,
    deleted: false,
    version: 0,
    animals: [],
  },
  unique: 'name',
  calls: {
    list: '/api/lot/info/{org}',
    read: '/api/lot/details/{id}',
    create: '/api/lot/create/{org}',
    edit: '/api/lot/edit/{org}',
    remove: '/api/lot/delete/{org}/{id}',
  },
  may: placeRights,
  isPlace: true,
});
