export const organizationId = '11111111-1111-4111-8111-111111111111';

const category = (id: string, name: string, order: number, next_id: string | null = null) => ({
  id,
  name,
  sex: 'mixto' as const,
  min_age_months: null,
  max_age_months: null,
  next_id,
  ev: 1,
  senasa_code: null,
  is_breeding_female: false,
  order,
  active: true,
});

const lot = (id: string, name: string, order: number) => ({
  id,
  name,
  hectares: 100,
  order,
  deleted: false,
  campo_id: 'sur',
  use: null,
  is_grazing: true,
  receptivity_ev_ha: null,
  notes: null,
  version: 1,
  animals: [],
});

const rodeo = (id: string, name: string) => ({
  id,
  name,
  activity: null,
  breed: null,
  target_daily_gain_kg: null,
  color: null,
  active: true,
  deleted: false,
  animals: [],
});

/** A farm to stand on: Cría in El Ombú, Invernada in El Bajo. Its cells are its opening: no movement stands behind them. */
export const farmRows = {
  lots: [lot('ombu', 'El Ombú', 1), lot('bajo', 'El Bajo', 2)],
  categories: [
    category('ternero', 'Ternero al pie', 1, 'novillito'),
    category('vaca', 'Vaca', 2),
    category('novillito', 'Novillito', 3),
  ],
  rodeos: [rodeo('cria', 'Cría'), rodeo('invernada', 'Invernada')],
  campos: [{ id: 'sur', name: 'Campo Sur', total_hectares: 500, grazing_hectares: 400, order: 1, deleted: false }],
  members: [
    { id: 'ana', first_name: 'ana', last_name: 'PAZ', role: 'owner' as const, state: 'active' },
    { id: 'beto', first_name: 'beto', last_name: 'sosa', role: 'admin' as const, state: 'active' },
  ],
  cells: [
    { lot_id: 'ombu', rodeo_id: 'cria', category_id: 'vaca', head: 60 },
    { lot_id: 'bajo', rodeo_id: 'invernada', category_id: 'novillito', head: 80 },
  ],
};
