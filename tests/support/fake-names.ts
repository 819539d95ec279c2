import { recordNamesOf } from '../../src/app/sync/views/names.ts';
import type { RecordNames } from '../../src/domain/movements/words.ts';
import type { FarmValues } from './fake-farm.tsx';

/** The names of what a farm of plain values has. */
export const fakeNames = ({ lots, rodeos, campos, categories, members, things }: FarmValues): RecordNames =>
  recordNamesOf(
    {
      rodeos: rodeos.map(({ rodeo }) => rodeo),
      campos,
      categories,
      members,
      things: new Map<'assets' | 'cycles', { readonly id: string }[]>([
        ['assets', (things.asset ?? []).map(({ row }) => ({ ...row }))],
        ['cycles', (things.cycle ?? []).map(({ row }) => ({ ...row }))],
      ]),
    },
    lots.map(({ lot }) => lot),
  );
