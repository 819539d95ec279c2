import type { ThingRows } from '../../../src/app/sync/things/things.ts';
import type { Invoice } from '../../../src/domain/office/invoices.ts';
import type { FarmValues } from '../../support/fake-farm.tsx';
import { invoiceRow } from '../../support/invoice-row.ts';
import { sentThing } from '../../support/sent-thing.ts';
import { taskView } from '../../support/task-view.ts';

const now = '2026-11-05T12:00:00.000Z';
const stored = {
  organization_id: 'ombu',
  created_by: 'ana',
  created_at: now,
  updated_at: now,
  version: 1,
  deleted: false,
};

/** Salt in the shed, with one batch of it. */
export const salt: ThingRows['asset'] = {
  ...stored,
  id: 'sal',
  name: 'Sal mineral',
  kind: 'suplemento',
  unit: 'kg',
  kg_per_unit: null,
  minimum: null,
  batches: [{ number: 'L-7', expires: '2027-05-01', quantity: 160 }],
  quantity: 160,
  missing: 0,
};

export const task: ThingRows['task'] = taskView({ lot_id: null }).row;

export const cycle: ThingRows['cycle'] = {
  ...stored,
  id: 'primavera',
  name: 'Servicio primavera 2026',
  rodeo_ids: ['cria'],
  service_type: 'iatf',
  service_start: '2026-10-15',
  service_end: '2027-01-15',
  served: [{ category_id: 'vaca', count: 200 }],
  bulls: 0,
  withdrawn: 0,
  inseminations: [],
  state: 'en_servicio',
  vet: null,
  notes: null,
} as never;

/** A purchase on paper, waiting to be paid. */
export const invoice: Invoice = invoiceRow({
  ...stored,
  issued_on: '2026-11-01',
  due_on: '2026-11-20',
  lines: [{ concept: 'Ivermectina', quantity: 2, unit_price: '500.00', vat_rate: 21, net: '1000.00', vat: '210.00' }],
  issuer: { name: 'Agro Sur', cuit: '20123456786' },
  recipient: { name: 'El Ombú', cuit: null },
});

/** A farm with one of everything that its forms choose from. */
export const peopled: Partial<FarmValues> = {
  things: {
    asset: [sentThing(salt)],
    task: [sentThing(task)],
  },
  invoices: [invoice],
};

/** What the link of an invitation by a name says. */
export const invitation = {
  organization: { id: 'ombu', name: 'El Ombú' },
  invited_by: 'ana',
  first_name: 'José',
  last_name: '',
  phone: null,
  email: null,
  login_name: 'jose.elombu',
  role: 'user',
  expires_at: '2026-11-30T12:00:00.000Z',
} as const;
