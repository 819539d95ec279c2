import type { DemoFarm, Habit } from './demo-farm.ts';
import { cycleOfDead } from './habits-breeding.ts';

const deadlyTo = {
  cria: ['Vaca', 'Ternero al pie', 'Ternera al pie'],
  criaRetiro: ['Vaca', 'Ternera al pie'],
  hembras: ['Vaquillona', 'Ternera'],
  machos: ['Novillito', 'Ternero'],
  invernada: ['Novillito', 'Novillo'],
} as const;
const risky = ['cria', 'cria', 'criaRetiro', 'criaRetiro', 'hembras', 'machos', 'invernada'] as const;

const deaths: Habit = async (farm) => {
  if (!farm.random.with(farm.month > 6 && farm.month < 11 ? 0.1 : 0.06)) return;
  const rodeo = farm.random.oneOf(risky);
  const category = farm.random.oneOf(deadlyTo[rodeo]);
  const [cell] = farm.cells(rodeo, category);
  if (!cell || cell.head < 20) return;
  const cause = category.endsWith('al pie')
    ? farm.random.oneOf(['frio', 'predador', 'desconocida', 'enfermedad'])
    : farm.random.oneOf(['desconocida', 'enfermedad', 'empaste', 'rayo', 'accidente', 'consumo_propio']);
  const count = cause !== 'consumo_propio' && farm.random.with(0.15) ? 2 : 1;
  await farm.record('hand', 'death', {
    lot_id: cell.lot,
    rodeo_id: cell.rodeo,
    animals: [{ type: cell.category, count }],
    cause,
    ...cycleOfDead(farm, rodeo, category),
  });
};

/** Date, rodeo, from, to. */
const growing = [
  ['7-1', 'machos', 'Ternero', 'Novillito'],
  ['7-2', 'hembras', 'Ternera', 'Vaquillona'],
  ['8-15', 'invernada', 'Novillito', 'Novillo'],
  ['10-8', 'cria', 'Vaquillona', 'Vaca'],
  ['10-8', 'criaRetiro', 'Vaquillona', 'Vaca'],
] as const;

const recategorization: Habit = async (farm) => {
  for (const [date, rodeo, from, to] of growing) {
    if (!farm.isDate(date)) continue;
    for (const cell of farm.cells(rodeo, from)) {
      await farm.record('owner', 'recategorization', {
        lot_id: cell.lot,
        rodeo_id: cell.rodeo,
        from_category: cell.category,
        to_category: farm.category(to),
        count: cell.head,
        reason: to === 'Vaca' ? 'servicio' : 'edad',
      });
    }
  }
};

/** The hand counts a herd; the owner approves if some are missing. */
async function count(farm: DemoFarm, rodeo: 'criaRetiro' | 'invernada' | 'hembras', missing: number): Promise<void> {
  const [fullest] = farm.cells(rodeo);
  if (!fullest) return;
  const counted = farm
    .cells(rodeo)
    .filter((cell) => cell.lot === fullest.lot)
    .map(({ category, head }) => ({
      type: category,
      count: category === fullest.category ? head - missing : head,
      ...(category === fullest.category && missing > 0 && { reason: 'faltante' }),
    }));
  const body = { kind: 'recount', lot_id: fullest.lot, rodeo_id: fullest.rodeo, counted };
  const id = await farm.record('hand', `/api/audit/${farm.ids.organization}`, body);
  if (missing > 0) await farm.approve(id);
}

const recounts: Habit = async (farm) => {
  if (farm.isDate('5-28')) await count(farm, 'criaRetiro', 1);
  if (farm.isDate('9-5')) await count(farm, 'invernada', 0);
  if (farm.isDate('2-10')) await count(farm, 'hembras', 0);
};

export const herdHabits: readonly Habit[] = [deaths, recategorization, recounts];
