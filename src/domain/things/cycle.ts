import { cycleChanges, cycleForm, cycleSchema } from '../office/cycles.ts';
import { describeThing } from './describe.ts';

/** A yearly service (domain.md §2.9). Its records are read under /api/movement/reproductive-cycle. */
export const cycle = describeThing({
  name: 'cycle',
  table: 'cycles',
  path: 'reproductive-cycle',
  words: { one: 'Ciclo reproductivo', many: 'Ciclos reproductivos', short: 'Ciclo', gender: 'm' },
  form: cycleForm,
  changes: cycleChanges,
  row: cycleSchema,
  blank: {
    name: '',
    served: [],
    bulls: null,
    withdrawn: null,
    inseminations: [],
    state: 'planificado',
    suggested_state: null,
    vet: null,
    notes: null,
    indices: {},
  },
  may: { create: 'edit-cycles', edit: 'edit-cycles', remove: 'edit-cycles' },
  isPaged: true,
});
