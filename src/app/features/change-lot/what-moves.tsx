import { formatNumber, headsOf, limits, listOf } from '#domain';
import type { FormOf } from '#forms';
import { ChipGroup, Stepper } from '#ui';
import { type FarmAround, lotName, rodeoName } from './farm-around.ts';
import type { MoveDraft, Source } from './move.ts';

interface WhatMovesProps {
  readonly form: FormOf<MoveDraft>;
  readonly around: FarmAround;
  readonly source: Source;
}

/** All of the source's animals, or some. */
export const WhatMoves = ({ form, around, source }: WhatMovesProps) => {
  const { values, bind } = form;
  return (
    <>
      <ChipGroup<MoveDraft['what']>
        strip
        label={`${rodeoName(around, source.rodeoId)} en ${lotName(around, source.lotId)}`}
        options={{ todo: source.rodeoId === null ? 'Todos' : 'Todo el rodeo', parte: 'Algunas categorías' }}
        {...bind('what', 'animals')}
      />
      {values.what === 'todo' ? <p>{allWords(around, source)}</p> : <Counters {...{ form, around, source }} />}
    </>
  );
};

const categoryName = ({ categories }: FarmAround, id: string): string =>
  categories.find((category) => category.id === id)?.name ?? 'Categoría eliminada';

const allWords = (around: FarmAround, source: Source): string =>
  listOf(source.cells.map((cell) => headsOf(cell.head, categoryName(around, cell.category))));

/** May exceed the book, whose figure stands beside (ux.md §1.2, Stale stock). */
const Counters = ({ form: { values, change }, around, source }: WhatMovesProps) => (
  <>
    {source.cells.map((cell) => {
      const name = categoryName(around, cell.category);
      const set = (count: number): void => change({ heads: { ...values.heads, [cell.category]: count } });
      return (
        <Stepper
          key={cell.category}
          label={name}
          hint={`hay ${formatNumber(cell.head, 0)}`}
          value={values.heads[cell.category] ?? 0}
          max={limits.headsPerLine}
          onChange={set}
          all={cell.head}
        />
      );
    })}
  </>
);
