/** The program prints these passwords at every start. */
export const demoPeople = {
  owner: {
    email: 'laura@tranquera.demo',
    password: 'mate-bajo-el-ombu-7',
    first_name: 'Laura',
    last_name: 'Etcheverry',
    phone: '+5492494551201',
  },
  hand: {
    email: 'martin@tranquera.demo',
    password: 'recorrida-al-alba-7',
    first_name: 'Martín',
    last_name: 'Sosa',
    phone: '+5492494551202',
  },
} as const;

/** A cow-calf and fattening farm in the south-east of Buenos Aires. */
export const organizationName = 'La Querencia';

export const campos = [
  {
    name: 'La Querencia',
    total_hectares: 980,
    grazing_hectares: 920,
    renspa: '01.006.0.00412/01',
    province: 'Buenos Aires',
    department: 'Ayacucho',
    locality: 'Udaquiola',
    latitude: -36.57,
    longitude: -58.53,
    tenure: 'propio',
    order: 1,
  },
  {
    name: 'San Ignacio',
    total_hectares: 460,
    grazing_hectares: 440,
    renspa: '01.086.0.00187/00',
    province: 'Buenos Aires',
    department: 'Rauch',
    locality: 'Miranda',
    latitude: -36.77,
    longitude: -59.09,
    tenure: 'propio',
    order: 2,
  },
  {
    name: 'El Retiro',
    total_hectares: 330,
    grazing_hectares: 310,
    province: 'Buenos Aires',
    department: 'Tandil',
    locality: 'Gardey',
    latitude: -37.28,
    longitude: -59.36,
    tenure: 'arrendado',
    order: 3,
  },
] as const;

type CampoName = (typeof campos)[number]['name'];

const lot = (
  campo: CampoName,
  name: string,
  hectares: number,
  use: string,
  receptivity_ev_ha: number | null = null,
) => ({
  campo,
  name,
  hectares,
  use,
  receptivity_ev_ha,
});

export const lots = [
  lot('La Querencia', 'El Ombú', 210, 'campo_natural', 0.8),
  lot('La Querencia', 'La Laguna', 185, 'campo_natural', 0.7),
  lot('La Querencia', 'La Tapera', 172.5, 'campo_natural', 0.7),
  lot('La Querencia', 'Los Talas', 140, 'monte', 0.5),
  lot('La Querencia', 'El Molino', 118, 'pastura', 2),
  lot('La Querencia', 'Potrero de las Casas', 26.4, 'campo_natural', 0.8),
  lot('San Ignacio', 'La Loma', 150, 'pastura', 1.8),
  lot('San Ignacio', 'El Bajo', 165, 'campo_natural', 0.7),
  lot('San Ignacio', 'Los Eucaliptos', 96, 'verdeo_invierno', 2.2),
  lot('San Ignacio', 'La Manga', 4.8, 'corral'),
  lot('El Retiro', 'El Cerrito', 168, 'campo_natural', 0.8),
  lot('El Retiro', 'La Portera', 142, 'rastrojo', 0.6),
] as const;

interface Herd {
  readonly name: string;
  readonly activity: string;
  readonly breed: string;
  readonly target_daily_gain_kg?: number;
  /** Its lots in turn, from the first day on. */
  readonly round: readonly [string, ...string[]];
  readonly opening: Readonly<Record<string, number>>;
}

/** With their animals on the first of July, when the farm began to use the app. */
export const rodeos = {
  cria: {
    name: 'Cría La Querencia',
    activity: 'cria',
    breed: 'Angus',
    round: ['El Ombú', 'La Laguna', 'La Tapera'],
    opening: { Vaca: 214, Vaquillona: 42 },
  },
  criaRetiro: {
    name: 'Cría El Retiro',
    activity: 'cria',
    breed: 'Hereford',
    round: ['El Cerrito', 'La Portera'],
    opening: { Vaca: 128 },
  },
  hembras: {
    name: 'Recría hembras',
    activity: 'recria',
    breed: 'Angus',
    target_daily_gain_kg: 0.45,
    round: ['La Loma', 'Los Talas'],
    opening: { Vaquillona: 104 },
  },
  machos: {
    name: 'Recría machos',
    activity: 'recria',
    breed: 'Cruza',
    target_daily_gain_kg: 0.5,
    round: ['El Bajo', 'Los Talas'],
    opening: { Novillito: 98 },
  },
  invernada: {
    name: 'Invernada',
    activity: 'invernada',
    breed: 'Cruza',
    target_daily_gain_kg: 0.75,
    round: ['El Molino', 'Los Eucaliptos', 'La Loma'],
    opening: { Novillito: 96 },
  },
  toros: {
    name: 'Toros',
    activity: 'otro',
    breed: 'Angus',
    round: ['Potrero de las Casas'],
    opening: { Toro: 15 },
  },
} as const satisfies Readonly<Record<string, Herd>>;

export type RodeoKey = keyof typeof rodeos;
