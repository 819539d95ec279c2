interface Item {
  readonly kind: string;
  readonly unit: string;
  readonly opening: number;
  /** Units per pack. */
  readonly pack: number;
  /** Pesos per unit in the winter of 2024, without VAT. */
  readonly price: number;
  readonly supplier: string;
  readonly minimum?: number;
  readonly kg_per_unit?: number;
  readonly active_ingredient?: string;
  readonly meat_withdrawal_days?: number;
  readonly standard_dose?: number;
  readonly standard_dose_unit?: string;
  readonly route?: string;
  readonly storage: string;
  /** Has batches that expire. */
  readonly expires?: boolean;
  /** Opened bottles are discarded the same day. */
  readonly opened?: boolean;
}

const vet = { supplier: 'Veterinaria Rauch', storage: 'Botiquín de la casa', expires: true } as const;
const vaccine = { ...vet, kind: 'vacuna', unit: 'dosis', standard_dose: 1, standard_dose_unit: 'dosis_cab' } as const;
/** The vaccinator brings the obligatory ones. */
const campaign = { ...vaccine, storage: 'Llega con el vacunador', opened: true } as const;
const coop = { supplier: 'Cooperativa Agraria de Tandil', storage: 'Galpón' } as const;

export const storeItems = {
  'Vacuna antiaftosa': {
    ...campaign,
    opening: 0,
    pack: 25,
    price: 1150,
    route: 'im',
  },
  'Vacuna antibrucélica cepa 19': { ...campaign, opening: 0, pack: 10, price: 1400, route: 'sc' },
  'Vacuna reproductiva': { ...vaccine, opening: 20, pack: 50, price: 1900, route: 'sc' },
  'Vacuna contra mancha, gangrena y enterotoxemia': { ...vaccine, opening: 0, pack: 50, price: 620, route: 'sc' },
  'Ivermectina 1 %': {
    ...vet,
    kind: 'antiparasitario',
    unit: 'ml',
    opening: 500,
    pack: 500,
    price: 52,
    minimum: 500,
    active_ingredient: 'Ivermectina',
    meat_withdrawal_days: 35,
    standard_dose: 1,
    standard_dose_unit: 'ml_50_kg',
    route: 'sc',
  },
  'Oxitetraciclina L.A.': {
    ...vet,
    kind: 'medicamento',
    unit: 'ml',
    opening: 250,
    pack: 250,
    price: 58,
    minimum: 100,
    active_ingredient: 'Oxitetraciclina 20 %',
    meat_withdrawal_days: 28,
    standard_dose: 5,
    standard_dose_unit: 'ml_50_kg',
    route: 'im',
  },
  'Curabichera en aerosol': {
    ...vet,
    kind: 'medicamento',
    unit: 'ml',
    opening: 440,
    pack: 440,
    price: 19,
    minimum: 200,
    route: 'otra',
  },
  'Colirio oftálmico': {
    ...vet,
    kind: 'medicamento',
    unit: 'ml',
    opening: 100,
    pack: 100,
    minimum: 30,
    price: 85,
    route: 'otra',
  },
  'Cobre y minerales inyectables': {
    ...vet,
    kind: 'suplemento',
    unit: 'ml',
    opening: 0,
    pack: 500,
    price: 38,
    standard_dose: 5,
    standard_dose_unit: 'ml_cab',
    route: 'sc',
  },
  'Silo de maíz': {
    kind: 'forraje',
    unit: 'kg',
    opening: 32_000,
    pack: 500,
    price: 24,
    minimum: 2000,
    supplier: 'Forrajes del Sudeste',
    storage: 'Silo bolsa junto a El Molino',
  },
  'Rollo de alfalfa': {
    kind: 'forraje',
    unit: 'rollo',
    opening: 44,
    pack: 4,
    price: 34_000,
    minimum: 6,
    kg_per_unit: 450,
    supplier: 'Forrajes del Sudeste',
    storage: 'Estibas de El Bajo',
  },
  'Sal mineral': { ...coop, kind: 'suplemento', unit: 'bolsa', opening: 24, pack: 10, price: 7800, kg_per_unit: 25 },
  'Alambre liso': { ...coop, kind: 'herramienta', unit: 'rollo', opening: 3, pack: 1, price: 96_000 },
  Gasoil: { ...coop, kind: 'combustible', unit: 'l', opening: 150, pack: 200, price: 960, minimum: 50 },
} as const satisfies Readonly<Record<string, Item>>;

export type ItemName = keyof typeof storeItems;

/** Widened, since entries leave fields out. */
export const itemOf = (name: ItemName): Item => storeItems[name];

const buying: readonly string[] = ['opening', 'pack', 'price', 'supplier', 'expires', 'opened'];

/** The form of an item: all but how it is bought. */
export const formOf = (name: ItemName): object =>
  Object.fromEntries(Object.entries(storeItems[name]).filter(([field]) => !buying.includes(field)));
