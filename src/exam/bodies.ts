import { exampleFarm } from '../domain/movements/kinds/examples/example-farm.ts';
import { type WorkedExample, workedExamples } from '../domain/movements/kinds/examples/worked-examples.ts';
import type { RecordedType } from '../domain/movements/types.ts';
import { mapTexts } from './world.ts';

/** In the past in any time zone. */
export const examDay = '2026-02-10';

type Ids = Readonly<Record<string, string>>;

/** Worked examples' ids → the exam's names. */
const places = { ombu: 'lot', bajo: 'bajo', cria: 'cria', invernada: 'invernada', sur: 'campo' } as const;

const ownWords: ReadonlyMap<string, string> = new Map([
  ...Object.entries(places),
  ...exampleFarm.categories.map(({ id, name }) => [id, `category ${name}`] as const),
]);

/** A whole move with explicit counts, as phones send it, so that later calls still find their animals. */
function counted({ body, postings }: WorkedExample): Readonly<Record<string, unknown>> {
  if (body.whole !== true) return body;
  const taken = postings.filter(({ head }) => head < 0);
  const animals = taken.map(({ category, head }) => ({ type: category, count: -head }));
  return { ...body, whole: undefined, animals };
}

export const bodyOf = (type: RecordedType, ids: Ids): object => ({
  ...(mapTexts(counted(workedExamples[type]), (text) => ids[ownWords.get(text) ?? ''] ?? text) as object),
  date: examDay,
});
