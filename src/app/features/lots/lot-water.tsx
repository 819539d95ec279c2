import { relativeDay, waterLevels } from '#domain';
import { useFarm, useFarmStatus, useToday } from '#platform';
import type { LotView } from '#sync/farm.ts';
import { Badge, Card, ChipGroup, Stack, toastError, toastSaved } from '#ui';

type Level = keyof typeof waterLevels;
const levels = (Object.keys(waterLevels) as Level[]).map((value) => ({ value, label: waterLevels[value] }));
const isLevel = (word: string | null | undefined): word is Level => typeof word === 'string' && word in waterLevels;

/** Records the water level with one tap, open to everybody (domain.md §2.2). */
export const LotWater = ({ lot }: Pick<LotView, 'lot'>) => {
  const farm = useFarm();
  const { reach } = useFarmStatus();
  const today = useToday();
  const see = async (water: Level): Promise<void> => {
    const saved = await farm.acts.seeWater(lot.id, { water, water_on: today });
    if (saved.ok) toastSaved(reach === 'reachable');
    else toastError(saved.problem.reason === 'invalid' ? 'No se pudo guardar' : saved.problem.message);
  };
  return (
    <Card title="Agua">
      <Stack>
        <ChipGroup<Level>
          label="¿Cómo está el agua?"
          labelHidden
          options={levels}
          value={isLevel(lot.water) ? lot.water : null}
          onChange={(water) => void see(water)}
        />
        <p>{lot.water_on ? `Última recorrida: ${relativeDay(lot.water_on, today)}` : 'Nadie la anotó todavía.'}</p>
      </Stack>
    </Card>
  );
};

interface WaterChoiceProps {
  /** Empty: not answered. */
  readonly water: string;
  readonly onChange: (water: string) => void;
}

/** The same question in the form of a new lot; a second tap clears it. */
export const WaterChoice = ({ water, onChange }: WaterChoiceProps) => (
  <ChipGroup<Level>
    label="¿Cómo está el agua?"
    options={levels}
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
