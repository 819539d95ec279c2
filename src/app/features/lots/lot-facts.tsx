import {
  counted,
  type Day,
  daysBetween,
  evOf,
  formatDay,
  formatHectares,
  formatNumber,
  headsIn,
  loadLight,
  loadOf,
  lotUses,
  netHeads,
  relativeDay,
  standsSince,
  sumOf,
  waterLevels,
  withdrawalsOver,
} from '#domain';
import { toastSaved, useCalm, useCategories, useFarm, useLive, useToday } from '#platform';
import { carriedWithdrawals } from '#farm/running-withdrawals.ts';
import type { FarmViews, LotView } from '#sync/farm.ts';
import { Badge, Card, ChipGroup, Stack, Stat, StatGrid, toastError } from '#ui';
import { WithdrawalNotice } from '#farm/withdrawal-notice.tsx';

/** Area, heads, load and water (domain.md §2.2). */
export const LotFigures = ({ view }: { readonly view: LotView }) => {
  const categories = useCategories();
  const { lot, heads } = view;
  const ev = evOf(headsIn(lot), categories ?? []);
  const load = loadOf(ev, lot);
  const use = lotUses[lot.use as keyof typeof lotUses];
  return (
    <StatGrid>
      <Stat
        label="Superficie"
        value={formatHectares(lot.hectares)}
        detail={
          <>
            {use} <WaterBadge lot={lot} />
          </>
        }
      />
      <Stat
        label="Hacienda"
        value={formatNumber(heads, 0)}
        detail={dotted(['cabezas', lot.hectares > 0 ? `${formatNumber(heads / lot.hectares)} cab/ha` : null])}
      />
      <Stat
        label="Carga"
        value={categories && load !== null ? formatNumber(load) : '—'}
        detail={
          <>
            {dotted([
              'EV/ha',
              `${formatNumber(ev, 1)} EV`,
              lot.receptivity_ev_ha === null ? null : `aguanta ${formatNumber(lot.receptivity_ev_ha)}`,
              lot.is_grazing ? null : 'no ganadero',
            ])}{' '}
            <LoadBadge load={load} receptivity={lot.receptivity_ev_ha} />
          </>
        }
      />
      <Occupation view={view} />
    </StatGrid>
  );
};

const Occupation = ({ view }: { readonly view: LotView }) => {
  const occupation = useOccupation(view, recordsOfLot);
  if (!occupation) return null;
  const { word, length, since, isLeast, isOld } = occupation;
  const detail = `desde el ${formatDay(since)}${isLeast ? ' o antes' : ''}`;
  return <Stat label={word} value={length} detail={detail} isBeingCounted={isOld} />;
};

/** Withdrawal in force for animals of this lot. */
export const LotWithdrawal = ({ lotId }: { readonly lotId: string }) => {
  const today = useToday();
  const running = useLive(
    async (views) => {
      const here = (await views.stock()).filter((cell) => cell.lot === lotId);
      return withdrawalsOver(await carriedWithdrawals(views, today), here);
    },
    [lotId, today],
  );
  return <WithdrawalNotice running={running ?? []} />;
};

type Level = keyof typeof waterLevels;
const isLevel = (word: string | null | undefined): word is Level => typeof word === 'string' && word in waterLevels;

/** Records the water level with one tap, open to everybody (domain.md §2.2). */
export const LotWater = ({ lot }: Pick<LotView, 'lot'>) => {
  const farm = useFarm();
  const today = useToday();
  const see = async (water: Level): Promise<void> => {
    const saved = await farm.acts.seeWater(lot.id, { water, water_on: today });
    if (saved.ok) toastSaved(farm);
    else toastError(saved.problem.reason === 'invalid' ? 'No se pudo guardar' : saved.problem.message);
  };
  return (
    <Card title="Agua">
      <Stack>
        <ChipGroup<Level>
          label="¿Cómo está el agua?"
          labelHidden
          options={waterLevels}
          value={isLevel(lot.water) ? lot.water : null}
          onChange={see}
        />
        <p>{lot.water_on ? `Última recorrida: ${relativeDay(lot.water_on, today)}` : 'Nadie la anotó todavía.'}</p>
      </Stack>
    </Card>
  );
};

interface WaterChoiceProps {
  readonly water: string;
  readonly onChange: (water: string) => void;
}

/** The same question in the form of a new lot; a second tap clears it to ''. */
export const WaterChoice = ({ water, onChange }: WaterChoiceProps) => (
  <ChipGroup<Level>
    label="¿Cómo está el agua?"
    options={waterLevels}
    value={isLevel(water) ? water : null}
    onChange={(level) => onChange(level === water ? '' : level)}
  />
);

const scarce = {
  baja: { tone: 'warn', words: 'Agua baja' },
  seca: { tone: 'danger', words: 'Sin agua' },
} as const;

/** Whether water is low or gone. */
export const isScarce = ({ water }: Pick<LotView['lot'], 'water'>): boolean => water === 'baja' || water === 'seca';

/** Nothing while there is water or nobody looked. */
export const WaterBadge = ({ lot: { water } }: Pick<LotView, 'lot'>) => {
  if (water !== 'baja' && water !== 'seca') return null;
  const { tone, words } = scarce[water];
  return <Badge tone={tone}>{words}</Badge>;
};

const lights = {
  ok: null,
  tight: { tone: 'warn', word: 'Justo' },
  over: { tone: 'danger', word: 'Sobrecargado' },
} as const;

interface LoadBadgeProps {
  readonly load: number | null;
  readonly receptivity: number | null;
}

/** Load against receptivity (domain.md §4.1); nothing when fine or unknown. */
export const LoadBadge = ({ load, receptivity }: LoadBadgeProps) => {
  const light = loadLight(load, receptivity);
  const look = light && lights[light];
  return look ? <Badge tone={look.tone}>{look.word}</Badge> : null;
};

/** The same as text, for when a badge is taken. */
export const lightWord = (load: number | null, receptivity: number | null): string | null => {
  const light = loadLight(load, receptivity);
  return (light && lights[light]?.word) ?? null;
};

/** `0,64 EV/ha`; null without a figure. */
export const loadWords = (load: number | null): string | null => (load === null ? null : `${formatNumber(load)} EV/ha`);

/** Most lots need only their newest records. */
const pageRows = 25;

/** Most records read for a lot's screen, and for one row of the list. */
const recordsOfLot = 500;
export const recordsOfRow = 100;

interface Since {
  readonly day: Day;
  /** It has been so on that day already, and may have been for longer: records further back are not read. */
  readonly isLeast: boolean;
}

async function readSince(
  views: Pick<FarmViews, 'page'>,
  lotId: string,
  heads: number,
  atMost: number,
): Promise<Since | null> {
  const changes: { readonly date: Day; readonly head: number }[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<FarmViews['page']>> = await views.page({ lotId }, after, pageRows);
    changes.push(
      ...page.items.map(({ movement, lines }) => ({
        date: movement.date,
        head: netHeads(lines.filter((line) => line.lot === lotId)),
      })),
    );
    const day = standsSince(heads, changes);
    if (day) return { day, isLeast: false };
    after = page.next;
  } while (after !== null && changes.length < atMost);
  const day = after === null ? undefined : changes.at(-1)?.date;
  return day === undefined ? null : { day, isLeast: true };
}

/** How long a lot has been grazed or resting, at least (domain.md §2.2); null if the records do not reach back. */
export function useOccupation({ lot, heads }: LotView, atMost: number) {
  const today = useToday();
  const missing = sumOf(lot.animals, ({ count }) => Math.max(0, -count));
  const [since, isOld] = useCalm(
    async (views) => {
      // Where the book is short by more than it has, it does not tell since when.
      const found = heads > 0 && heads <= missing ? null : await readSince(views, lot.id, heads - missing, atMost);
      return found && { ...found, isGrazed: heads > 0 };
    },
    [lot.id, heads, missing, atMost],
  );
  // Dated ahead, by a phone whose calendar is: it says nothing of today yet.
  if (!since || since.day > today) return null;
  const { day, isLeast, isGrazed } = since;
  const days = daysBetween(day, today);
  const length = counted(days, 'día');
  return {
    since: day,
    isLeast,
    isOld,
    word: isGrazed ? 'Ocupado' : 'En descanso',
    length: days === 0 ? `Desde hoy${isLeast ? ' o antes' : ''}` : isLeast ? `Al menos ${length}` : length,
  };
}

/** Joins facts with ` · `, non-breaking before the dot so that no line starts with one. */
export const dotted = (facts: readonly (string | null)[]): string =>
  facts.filter((fact) => fact !== null && fact !== '').join('\u00a0· ');
