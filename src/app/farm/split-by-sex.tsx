import {
  type Category,
  type Cell,
  formatNumber,
  headsOf,
  isCalfAtFoot,
  lotOf,
  rodeoOf,
  sumOf,
  unsexedName,
} from '#domain';
import { recategorization } from '#domain/movements/kinds/moves.ts';
import { offlineSentences } from '#contract/sentences-offline.ts';
import type { FarmViews } from '#sync/farm.ts';
import { ChipGroup, EmptyState, FigureList, Sheet, Skeleton, Stepper } from '#ui';
import { useFarm, useLive, useToday } from '#platform';
import { DraftSheet, failedAt, failureIn, type FormOf } from '#forms';
import { splitSheet, splitTitle, UnsexedHere, unsexedIn, type UnsexedPlace } from './unsexed-here.tsx';

interface Source {
  readonly key: string;
  readonly name: string;
  readonly cell: Cell;
}

async function readUnsexed(views: FarmViews, place: UnsexedPlace) {
  const [stock, categories, lots, rodeos] = await Promise.all([
    views.stock(),
    views.categories(),
    views.lots(),
    views.rodeos(),
  ]);
  const nameOf = (cell: Cell): string => {
    const lot = lotOf(lots, cell.lot)?.name ?? 'Lote eliminado';
    return `${lot} · ${rodeoOf(rodeos, cell.rodeo)?.name ?? 'Sin rodeo'}`;
  };
  const sources = unsexedIn(stock, place).map((cell): Source => ({
    key: `${cell.lot}|${cell.rodeo ?? ''}`,
    name: nameOf(cell),
    cell,
  }));
  return { stock, sources, targets: categories.filter((one) => one.active && isCalfAtFoot(one)) };
}

interface SplitBySexProps extends UnsexedPlace {
  readonly onClose: () => void;
}

interface UnsexedCalvesProps extends UnsexedPlace {
  readonly sheet: string | null;
  readonly onSheetEnd: () => void;
}

/** The notice and its sheet, on the screen of a lot or a rodeo. */
export const UnsexedCalves = ({ sheet, onSheetEnd, ...place }: UnsexedCalvesProps) => (
  <>
    <UnsexedHere {...place} />
    {sheet === splitSheet ? <SplitBySex {...place} onClose={onSheetEnd} /> : null}
  </>
);

/** How many unsexed calves pass to each category (domain.md §2.4). */
const SplitBySex = ({ lotId, rodeoId, onClose }: SplitBySexProps) => {
  const found = useLive((views) => readUnsexed(views, { lotId, rodeoId }), [lotId, rodeoId]);
  const [first] = found?.sources ?? [];
  if (found && first && found.targets.length > 0) {
    const draftKey = ['repartir', lotId, rodeoId].filter(Boolean).join(' ');
    return <SplitSheet {...found} {...{ first, draftKey, onClose }} />;
  }
  return (
    <Sheet open title={splitTitle} onClose={onClose}>
      {found ? null : <Skeleton rows={3} />}
      {found && !first ? <EmptyState>No hay crías sin sexar acá.</EmptyState> : null}
      {first ? <EmptyState>No hay categorías de terneros al pie en uso: se crean en Configuración.</EmptyState> : null}
    </Sheet>
  );
};

interface Draft {
  readonly source: string;
  readonly counts: Readonly<Record<string, number>>;
}

interface SplitSheetProps extends Awaited<ReturnType<typeof readUnsexed>> {
  readonly first: Source;
  readonly draftKey: string;
  readonly onClose: () => void;
}

/** One record per category, saved together. */
const SplitSheet = ({ first, sources, targets, stock, draftKey, onClose }: SplitSheetProps) => {
  const farm = useFarm();
  const date = useToday();
  const sourceOf = ({ source }: Draft): Source => sources.find((one) => one.key === source) ?? first;
  const partsOf = ({ counts }: Draft): readonly (readonly [id: string, count: number])[] =>
    targets.flatMap(({ id }) => (counts[id] ? [[id, counts[id]] as const] : []));
  return (
    <DraftSheet<Draft>
      title={splitTitle}
      draftKey={draftKey}
      start={{ source: first.key, counts: {} }}
      saveLabel={splitTitle}
      save={async (draft, key) => {
        const { cell } = sourceOf(draft);
        const parts = partsOf(draft);
        const problem = problemIn(parts, cell.head);
        if (problem) return failedAt('counts', problem);
        const place = { date, lot_id: cell.lot, rodeo_id: cell.rodeo, from_category: cell.category };
        const payloads = parts.map(([to_category, count]) => ({ ...place, to_category, count }));
        return failureIn(await farm.acts.recordMovements(recategorization.type, payloads, key));
      }}
      onClose={onClose}
    >
      {(form) => (
        <SplitFields
          {...{ form, sources, targets, stock }}
          id={form.fieldId('counts')}
          source={sourceOf(form.values)}
          sum={sumOf(partsOf(form.values), ([, count]) => count)}
        />
      )}
    </DraftSheet>
  );
};

/** There may be fewer by now. */
function problemIn(parts: readonly (readonly [id: string, count: number])[], heads: number): string | null {
  const sum = sumOf(parts, ([, count]) => count);
  if (sum === 0) return offlineSentences.sayBySex;
  return sum > heads ? `Solo hay ${headsOf(heads, unsexedName)}` : null;
}

interface SplitFieldsProps extends Pick<SplitSheetProps, 'sources' | 'targets' | 'stock'> {
  readonly id: string;
  readonly form: FormOf<Draft>;
  readonly source: Source;
  readonly sum: number;
}

const SplitFields = ({ id, form, source, sources, targets, stock, sum }: SplitFieldsProps) => {
  const { values, change } = form;
  const { cell } = source;
  const countOf = (category: Category): number => values.counts[category.id] ?? 0;
  const there = (category: Category): number =>
    stock.find((one) => one.lot === cell.lot && one.rodeo === cell.rodeo && one.category === category.id)?.head ?? 0;
  return (
    <>
      {sources.length > 1 ? (
        <ChipGroup
          label="¿Cuáles?"
          options={sources.map((one) => ({ value: one.key, label: `${one.name} (${formatNumber(one.cell.head, 0)})` }))}
          value={source.key}
          onChange={(key) => change({ source: key, counts: {} })}
        />
      ) : (
        <p>
          {headsOf(cell.head, unsexedName)} en {source.name}.
        </p>
      )}
      <div id={id} tabIndex={-1} role="group" aria-label="De cada sexo">
        {targets.map((category) => (
          <Stepper
            key={category.id}
            label={category.name}
            value={countOf(category)}
            max={Math.max(0, cell.head - sum) + countOf(category)}
            onChange={(count) => change({ counts: { ...values.counts, [category.id]: count } })}
          />
        ))}
      </div>
      <FigureList
        label="Cómo queda"
        figures={[
          { label: unsexedName, value: beforeAfter(cell.head, -sum) },
          ...targets.map((one) => ({ label: one.name, value: beforeAfter(there(one), countOf(one)) })),
        ]}
      />
    </>
  );
};

const beforeAfter = (before: number, by: number): string =>
  [before, Math.max(0, before + by)].map((heads) => formatNumber(heads, 0)).join(' → ');
