import { compareNames, counted, formatHectares, formatNumber, listOf, netHeads, sumOf } from '#domain';
import type { FarmViews } from '#sync/farm.ts';

export async function readHeld(views: FarmViews) {
  const [campos, lots, rodeos, stock, members] = await Promise.all([
    views.campos(),
    views.lots(),
    views.rodeos(),
    views.stock(),
    views.members(),
  ]);
  return {
    campos,
    lots: lots.toSorted((a, b) => a.lot.order - b.lot.order || compareNames(a.lot.name, b.lot.name)),
    rodeos: rodeos.map(({ rodeo }) => rodeo),
    heads: netHeads(stock),
    people: members.filter((member) => member.state !== 'quitado').length,
  };
}
export type Held = Awaited<ReturnType<typeof readHeld>>;

export type StepName = 'farm' | 'campo' | 'lots' | 'rodeo' | 'stock' | 'people';

/** Read off the farm and stored nowhere, so that any phone can continue. */
export interface Step {
  readonly name: StepName;
  readonly title: string;
  /** What the farm has, else what is asked for. */
  readonly words: string;
  readonly isDone: boolean;
  /** A team is optional: not counted. */
  readonly isOptional?: true;
}

const names = (things: readonly { readonly name: string }[]): string => listOf(things.map(({ name }) => name));

function stockWords({ lots, heads }: Held): string {
  const filled = lots.filter((view) => view.heads > 0).length;
  return `${formatNumber(heads, 0)} ${heads === 1 ? 'cabeza' : 'cabezas'} en ${filled} de ${counted(lots.length, 'lote')}`;
}

/** Draft key of the pasted list of lots, kept until its lines are lots. */
export const pastedKey = 'empezar lotes pegados';

/** `isPasting`: lines of a pasted list are no lots yet, so that their step is not done. */
export function stepsOf(held: Held, farmName: string, isPasting: boolean): readonly Step[] {
  const { campos, lots, rodeos, heads, people } = held;
  const hectares = sumOf(lots, ({ lot }) => lot.hectares);
  const step = (name: StepName, title: string, isDone: boolean, done: string, asked: string): Step => ({
    name,
    title,
    isDone,
    words: isDone ? done : asked,
  });
  return [
    step('farm', 'Establecimiento', true, farmName, ''),
    step('campo', 'Campo', campos.length > 0, names(campos), 'El nombre y las hectáreas'),
    step(
      'lots',
      'Lotes',
      lots.length > 0 && !isPasting,
      `${counted(lots.length, 'lote')} · ${formatHectares(hectares)}`,
      isPasting ? 'Quedan renglones pegados sin guardar' : 'De a uno, o pegados de una planilla',
    ),
    step('rodeo', 'Rodeos', rodeos.length > 0, names(rodeos), 'Uno solo, o los que tengas'),
    step('stock', 'Hacienda que ya está', heads > 0, stockWords(held), 'Lo que hay hoy en cada lote'),
    {
      ...step('people', 'Equipo', people > 1, counted(people, 'persona'), 'Quién más va a registrar'),
      isOptional: true,
    },
  ];
}

/** `2 de 5 pasos`. */
export function progressOf(steps: readonly Step[]) {
  const asked = steps.filter((step) => !step.isOptional);
  const done = asked.filter((step) => step.isDone).length;
  return { done, of: asked.length, words: `${done} de ${asked.length} pasos` };
}
