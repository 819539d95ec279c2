import { exampleFarm } from '../domain/movements/kinds/examples/example-farm.ts';
import { type WorkedExample, workedExamples } from '../domain/movements/kinds/examples/worked-examples.ts';
import type { RecordedType } from '../domain/movements/types.ts';

/** A day that lies in the past wherever the backend stands. */
export const examDay = '2026-02-10';

type Ids = Readonly<Record<string, string>>;

/** Places of the worked examples by the exam's words for its own. */
const places = { ombu: 'lot', bajo: 'bajo', cria: 'cria', invernada: 'invernada', sur: 'campo' } as const;

/** The exam's words for what an example names by its id. */
const ownWords: ReadonlyMap<string, string> = new Map([
  ...Object.entries(places),
  ...exampleFarm.categories.map(({ id, name }) => [id, `category ${name}`] as const),
]);

/** What an example says, with the ids of the exam's farm. */
function onOwnFarm(said: unknown, ids: Ids): unknown {
  if (typeof said === 'string') return ids[ownWords.get(said) ?? ''] ?? said;
  if (Array.isArray(said)) return said.map((one: unknown) => onOwnFarm(one, ids));
  if (typeof said !== 'object' || said === null) return said;
  return Object.fromEntries(Object.entries(said).map(([name, value]) => [name, onOwnFarm(value, ids)]));
}

/** A whole rodeo moves with the counts of its example, as phones send it: the exam's other calls find animals where they were. */
function counted({ body, postings }: WorkedExample): Readonly<Record<string, unknown>> {
  if (body['whole'] !== true) return body;
  const taken = postings.filter(({ head }) => head < 0);
  const animals = taken.map(({ category, head }) => ({ type: category, count: -head }));
  return { ...body, whole: undefined, animals };
}

/** The body that records a kind: its worked example, on the exam's own farm and day. */
export const bodyOf = (type: RecordedType, ids: Ids): object => ({
  ...(onOwnFarm(counted(workedExamples[type]), ids) as object),
  date: examDay,
});
