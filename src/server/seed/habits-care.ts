import { sumOf } from '../../domain/rows.ts';
import type { DemoFarm, Habit } from './demo-farm.ts';
import { discardRest, given, provide } from './habits-store.ts';
import { leaveWithin } from './habits-trade.ts';
import { type RodeoKey, rodeos } from './places.ts';
import { type ItemName, itemOf } from './store.ts';
import { kilosOf, weighings } from './weights.ts';

interface Campaign {
  readonly dates: readonly string[];
  readonly rodeos: readonly RodeoKey[];
  /** Categories treated; default: all. */
  readonly only?: (farm: DemoFarm) => readonly string[] | undefined;
  readonly reason: string;
  readonly item: ItemName;
  readonly dose: string;
  /** Units of the item per head. */
  readonly perHead: (kilos: number) => number;
  readonly says?: (farm: DemoFarm) => object;
}

const everybody = Object.keys(rodeos) as RodeoKey[];
const one = (): number => 1;
const calvesAtFoot = ['Ternero al pie', 'Ternera al pie'];
const calves = [...calvesAtFoot, 'Ternero', 'Ternera'];

const isSecond = (farm: DemoFarm): boolean => farm.month > 6;

/** First campaign of a year: all. Second: under two years, from 2026 on only calves (SENASA Res. 711/2025). */
const obliged = (farm: DemoFarm): readonly string[] | undefined => {
  if (!isSecond(farm)) return undefined;
  return farm.year >= 2026 ? calves : [...calves, 'Vaquillona', 'Novillito', 'Novillo'];
};

/** Never in the five weeks before the rodeo is sold (`habits-trade.ts`), because of the withdrawal. */
const deworming = {
  reason: 'desparasitacion',
  item: 'Ivermectina 1 %',
  dose: '1 ml cada 50 kg',
  perHead: (kilos: number) => Math.ceil(kilos / 50),
} as const;
const vet = () => ({ vet: 'Dra. Inés Larralde' });

const campaigns: readonly Campaign[] = [
  {
    dates: ['3-2', '11-6'],
    rodeos: everybody,
    only: obliged,
    reason: 'vacunacion',
    item: 'Vacuna antiaftosa',
    dose: '2 ml',
    perHead: one,
    says: (farm) => ({
      applied_by: 'Vacunador de la Fundación Ayacucho',
      detail: `Aftosa, ${isSecond(farm) ? 'segunda' : 'primera'} campaña ${farm.year}`,
    }),
  },
  {
    dates: ['3-2'],
    rodeos: ['cria', 'criaRetiro'],
    only: () => ['Ternera al pie'],
    reason: 'vacunacion',
    item: 'Vacuna antibrucélica cepa 19',
    dose: '2 ml',
    perHead: one,
    says: (farm) => ({
      applied_by: 'Vacunador de la Fundación Ayacucho',
      detail: `Brucelosis, terneras de 3 a 8 meses, ${farm.year}`,
    }),
  },
  {
    dates: ['12-10'],
    rodeos: ['cria', 'criaRetiro'],
    only: () => calvesAtFoot,
    reason: 'vacunacion',
    item: 'Vacuna contra mancha, gangrena y enterotoxemia',
    dose: '5 ml',
    perHead: one,
    says: vet,
  },
  { ...deworming, dates: ['4-23', '7-10', '12-4'], rodeos: ['hembras', 'machos'] },
  { ...deworming, dates: ['8-25', '1-10'], rodeos: ['invernada'] },
  {
    dates: ['5-21'],
    rodeos: ['cria', 'criaRetiro'],
    reason: 'suplemento',
    item: 'Cobre y minerales inyectables',
    dose: '5 ml',
    perHead: () => 5,
    says: vet,
  },
  {
    dates: ['9-20'],
    rodeos: ['cria', 'criaRetiro'],
    only: () => ['Vaca', 'Vaquillona'],
    reason: 'vacunacion',
    item: 'Vacuna reproductiva',
    dose: '3 ml',
    perHead: one,
    says: vet,
  },
];

const nameOf = (farm: DemoFarm, id: string): string =>
  Object.entries(farm.ids.categories).find(([, known]) => known === id)?.[0] ?? '';

const needOf = (farm: DemoFarm, { perHead, only }: Campaign, rodeo: RodeoKey): number =>
  sumOf(
    farm.linesOf(rodeo, only?.(farm)),
    ({ type, count }) => count * perHead(kilosOf(farm, rodeo, nameOf(farm, type))),
  );

const withdrawalOf = (item: ItemName): object => {
  const { meat_withdrawal_days: days } = itemOf(item);
  return days === undefined ? {} : { withdrawal_days: days };
};

async function treat(farm: DemoFarm, campaign: Campaign, rodeo: RodeoKey): Promise<void> {
  const animals = farm.linesOf(rodeo, campaign.only?.(farm));
  if (animals.length === 0) return;
  await farm.record('hand', 'treatment', {
    ...farm.placeOf(rodeo),
    animals,
    reason: campaign.reason,
    products: [await given(farm, campaign.item, needOf(farm, campaign, rodeo), campaign.dose)],
    ...withdrawalOf(campaign.item),
    ...campaign.says?.(farm),
  });
}

/** Supplies are bought two days before. */
const treatments: Habit = async (farm) => {
  for (const campaign of campaigns) {
    if (farm.isDateIn(2, ...campaign.dates)) {
      const need = sumOf(campaign.rodeos, (rodeo) => needOf(farm, campaign, rodeo));
      await provide(farm, campaign.item, need);
    }
    if (!farm.isDate(...campaign.dates)) continue;
    for (const rodeo of campaign.rodeos) await treat(farm, campaign, rodeo);
    if (itemOf(campaign.item).opened) await discardRest(farm, campaign.item);
  }
};

const cures = [
  ['antibiotico', 'Oxitetraciclina L.A.', 'Renguera', '1 ml cada 10 kg', (kilos: number) => Math.ceil(kilos / 10)],
  ['curacion', 'Curabichera en aerosol', 'Bichera', 'Sobre la herida', () => 40],
  ['antibiotico', 'Colirio oftálmico', 'Queratoconjuntivitis', '5 ml por ojo', () => 10],
] as const;

const medicines: Habit = async (farm) => {
  if (!farm.random.with(0.035)) return;
  const rodeo = farm.random.oneOf(['cria', 'criaRetiro', 'hembras', 'machos', 'invernada']);
  const [cell] = farm.cells(rodeo);
  const [reason, item, detail, dose, perHead] = farm.random.oneOf(cures);
  const days = itemOf(item).meat_withdrawal_days;
  if (!cell || (days !== undefined && leaveWithin(farm, rodeo, days))) return;
  const count = Math.min(cell.head, farm.random.between(1, 3));
  const quantity = count * perHead(kilosOf(farm, rodeo, nameOf(farm, cell.category)));
  await farm.record('hand', 'load-medicine', {
    lot_id: cell.lot,
    rodeo_id: cell.rodeo,
    animals: [{ type: cell.category, count }],
    reason,
    products: [await given(farm, item, quantity, dose)],
    ...withdrawalOf(item),
    detail,
  });
};

export const careHabits: readonly Habit[] = [treatments, medicines, weighings];
