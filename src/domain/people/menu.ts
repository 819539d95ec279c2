import { seeing } from '../things/describe.ts';
import { plainThings } from '../things/registry.ts';
import { type Capability, may, type Standing } from './permissions.ts';

/** A farm's screens (product.md §2) and the right to open each. */
const farmScreens = {
  dashboard: 'see-farm',
  campos: 'see-farm',
  stock: 'see-farm',
  'create-stock': 'edit-stock-items',
  data: 'see-farm',
  rodeos: 'see-farm',
  lots: 'see-farm',
  'lots/create': 'edit-places',
  'ciclos-reproductivos': 'see-farm',
  billing: 'see-money',
  'create-invoice': 'see-money',
  'upload-invoice': 'see-money',
  purchases: 'see-money',
  consumption: 'see-farm',
  'work-team': 'see-team',
  notes: 'see-farm',
  tasks: 'see-farm',
  configuration: 'see-farm',
} as const satisfies Readonly<Record<string, Capability>>;

export type Screen = keyof typeof farmScreens | 'conversations';

export const farmMenu = (standing: Standing): string[] =>
  Object.entries<Capability>(farmScreens)
    .concat(plainThings.flatMap((thing) => (thing.screen ? [[thing.screen.path.slice(1), seeing(thing)]] : [])))
    .filter(([, capability]) => may(standing, capability))
    .map(([screen]) => screen);

/** Screens outside a farm; conversations are the super admin's (product.md §6). */
export const personalMenu = (isSuperAdmin: boolean): string[] => [
  'configuration',
  ...(isSuperAdmin ? ['conversations'] : []),
];
