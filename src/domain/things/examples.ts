import type { ExamplePlaces, ThingExample } from './describe.ts';
import { type DescribedName, type ThingName, thingOf } from './registry.ts';

const examples: Readonly<Record<DescribedName, (places: ExamplePlaces) => ThingExample>> = {
  campo: () => ({
    form: { name: 'Campo Norte', total_hectares: 400 },
    changes: { name: 'El Norte', tenure: 'arrendado' },
  }),
  rodeo: () => ({ form: { name: 'Vaquillonas del examen' }, changes: { name: 'Vaquillonas', breed: 'Angus' } }),
  category: () => ({ form: { name: 'Buey' }, changes: { ev: 1.2 } }),
  lot: () => ({ form: { name: 'La Loma', hectares: 40 }, changes: { hectares: 45 } }),
  asset: () => ({ form: { name: 'Sal', kind: 'suplemento', unit: 'kg' }, changes: { minimum: 20 } }),
  note: ({ lot }) => ({ form: { text: 'Se cayó el alambrado', lot_id: lot }, changes: { pinned: true } }),
  task: () => ({ form: { title: 'Recorrer las aguadas', priority: 'alta' }, changes: { state: 'hecha' } }),
  cycle: ({ rodeo }) => ({
    form: {
      rodeo_ids: [rodeo],
      service_type: 'natural',
      service_start: '2026-10-15',
      service_end: '2027-01-15',
    },
    changes: { name: 'Servicio del examen' },
  }),
  invoice: () => ({
    form: { lines: [{ concept: 'Vacunas', net: '100.00', vat_rate: 21 }] },
    changes: { lines: [{ concept: 'Vacunas', net: '200.00', vat_rate: 21 }] },
  }),
};

/** A thing and a change of it, for the exam and derived tests. */
export function exampleOf(name: ThingName, places: ExamplePlaces): ThingExample {
  const made = thingOf(name).example ?? examples[name as DescribedName];
  return made(places);
}
