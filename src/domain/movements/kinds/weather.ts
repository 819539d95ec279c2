import { accumulatedOver } from '../../farm/rain.ts';
import { formatNumber } from '../../numbers.ts';
import { limits } from '../../limits.ts';
import { defineKind } from '../define.ts';
import { campo, choice, choices, day, integer, lot, lots, optional, quantity, text, time } from '../fields.ts';
import { joined } from '../postings.ts';

const intensities = { leve: 'Leve', moderada: 'Moderada', fuerte: 'Fuerte' } as const;
const extremes = { calor: 'Ola de calor', frio: 'Frío' } as const;

const dayAndCampo = { date: day(), campo_id: campo() };

const where = (
  p: { readonly campo_id?: string | null | undefined },
  campoName: (id: string) => string,
): string | null => (p.campo_id ? campoName(p.campo_id) : null);

/** Weather: no effect on the herd, one campo (domain.md §3.6). */
export const rain = defineKind({
  type: 'RAIN',
  label: 'Lluvia',
  icon: 'cloud-rain',
  group: 'clima',
  addsUp: true,
  form: {
    needless: { since: (said) => said.mode !== 'acumulado' },
    saves: ({ mm }) => (typeof mm === 'number' ? `${formatNumber(mm, 1)} mm` : null),
    doubt: ({ mm }) =>
      typeof mm === 'number' && mm > limits.rainSeldomMm
        ? `Son más de ${limits.rainSeldomMm} mm. ¿Guardar igual?`
        : null,
  },
  routes: { create: 'weather/rain', createAliases: ['load-rain'], editAliases: ['edit-rain'] },
  fields: {
    ...dayAndCampo,
    mm: quantity('Milímetros', 'mm', 0, limits.rainMaxMm, { chips: [5, 10, 15, 20, 25, 30, 50] }),
    mode: optional(choice('Medición', { dia: 'Del día', acumulado: 'Acumulado desde la última' }), { main: true }),
    since: optional(day('Desde'), { main: true }),
    lot_id: lot('Lote', { main: false }),
  },
  // Rain of several days is booked on the last, the record's date (domain.md §4.7).
  checks: [
    {
      holds: (p) => p.mode !== 'acumulado' || p.since !== undefined,
      path: 'since',
      message: 'Elegí desde qué día se acumuló',
    },
    {
      holds: (p) => p.mode === 'acumulado' || p.since === undefined,
      path: 'since',
      message: 'Solo corresponde a un acumulado',
    },
    {
      holds: (p) => p.since === undefined || p.since <= p.date,
      path: 'since',
      message: 'No puede ser después del día de la medición',
    },
  ],
  summary: (p, names) =>
    joined(
      `${formatNumber(p.mm, 1)} mm`,
      p.since && accumulatedOver(p.since, p.date),
      where(p, names.campo),
      p.lot_id ? names.lot(p.lot_id) : null,
    ),
});

export const frost = defineKind({
  type: 'FROST',
  label: 'Helada',
  icon: 'snowflake',
  group: 'clima',
  routes: { create: 'weather/frost', createAliases: ['load-frost'], editAliases: ['edit-frost'] },
  fields: {
    ...dayAndCampo,
    intensity: optional(choice('Intensidad', intensities), { main: true }),
    min_temperature: optional(quantity('Mínima', '°C', -25, 5), { main: true }),
  },
  summary: (p, names) =>
    joined(
      p.intensity && intensities[p.intensity],
      p.min_temperature === undefined ? null : `${formatNumber(p.min_temperature, 1)} °C`,
      where(p, names.campo),
    ),
});

export const extremeTemperature = defineKind({
  type: 'EXTREME_TEMPERATURE',
  label: 'Temperatura extrema',
  icon: 'thermometer',
  group: 'clima',
  routes: { create: 'weather/extreme-temperature' },
  kills: ({ extreme }) => (extreme === 'frio' ? 'frio' : undefined),
  fields: {
    ...dayAndCampo,
    extreme: choice('Tipo', extremes),
    max_temperature: optional(quantity('Máxima', '°C', -30, 55), { main: true }),
    min_temperature: optional(quantity('Mínima', '°C', -30, 55), { main: true }),
  },
  summary: (p, names) =>
    joined(
      extremes[p.extreme],
      p.max_temperature === undefined ? null : `máx. ${formatNumber(p.max_temperature, 1)} °C`,
      p.min_temperature === undefined ? null : `mín. ${formatNumber(p.min_temperature, 1)} °C`,
      where(p, names.campo),
    ),
});

const damages = {
  pasturas: 'Pasturas',
  cultivos: 'Cultivos',
  animales: 'Animales',
  instalaciones: 'Instalaciones',
  ninguno: 'Ninguno',
} as const;
type Damage = keyof typeof damages;

const stones = { arveja: 'Arveja', nuez: 'Nuez', huevo: 'Huevo' } as const;

const damagesOf = (damage: Damage | readonly Damage[] | undefined): readonly Damage[] =>
  damage === undefined ? [] : typeof damage === 'string' ? [damage] : damage;

/** Animals killed by hail are a DEATH of their own (domain.md §2.17). */
export const hail = defineKind({
  type: 'HAIL',
  label: 'Granizo',
  icon: 'cloud-hail',
  group: 'clima',
  routes: { create: 'weather/hail' },
  kills: () => 'rayo',
  fields: {
    ...dayAndCampo,
    intensity: optional(choice('Intensidad', intensities), { main: true }),
    stone: optional(choice('Piedra como', stones), { main: true }),
    damage: optional(choices('Daño', damages), { main: true }),
    time: optional(time('Hora')),
    stone_mm: optional(integer('Tamaño de la piedra (mm)', 1, 200)),
    damage_percent: optional(integer('Daño estimado (%)', 0, 100)),
    damage_note: text('Detalle del daño'),
    lot_ids: lots('Lotes afectados'),
  },
  checks: [
    {
      holds: (p) => damagesOf(p.damage).length < 2 || !damagesOf(p.damage).includes('ninguno'),
      path: 'damage',
      message: 'Elegí los daños, o Ninguno solo',
    },
  ],
  summary: (p, names) =>
    joined(
      p.intensity && intensities[p.intensity],
      p.stone && `Piedra como ${stones[p.stone].toLowerCase()}`,
      p.damage &&
        `Daño: ${damagesOf(p.damage)
          .map((damage) => damages[damage])
          .join(', ')}`,
      p.damage_percent === undefined ? null : `${p.damage_percent} %`,
      p.time,
      where(p, names.campo),
    ),
});
