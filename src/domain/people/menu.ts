import { seeing } from '../things/describe.ts';
import { plainThings } from '../things/registry.ts';
import { type Capability, may, type Standing } from './permissions.ts';

/** The screens inside an organization (product.md §2) and what each asks of who opens it. */
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

/** A screen of product.md §2, by its route. */
export type Screen = keyof typeof farmScreens | 'conversations';

/** The screens that somebody may open inside an organization, in the order of product.md §2. */
export const farmMenu = (standing: Standing): string[] =>
  Object.entries<Capability>(farmScreens)
    .concat(plainThings.flatMap((thing) => (thing.screen ? [[thing.screen.path.slice(1), seeing(thing)]] : [])))
    .filter(([, capability]) => may(standing, capability))
    .map(([screen]) => screen);

/** The screens that belong to no organization: conversations are the super admin's alone (product.md §6). */
export const personalMenu = (isSuperAdmin: boolean): string[] => [
  'configuration',
  ...(isSuperAdmin ? ['conversations'] : []),
];
