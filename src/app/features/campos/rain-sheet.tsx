import { useMemo } from 'react';
import { byId, counted, formatNumber, monthName } from '#domain';
import { useLive, useToday } from '#platform';
import { RainChart } from '#farm/rain-chart.tsx';
import { EmptyState, FigureList, Sheet, Skeleton } from '#ui';
import { readRainFigures, type RainFigures } from './rain-figures.ts';

const mm = (value: number): string => `${formatNumber(value, 1)} mm`;

function factsOf(figures: RainFigures, today: string) {
  const usual = figures.usualOfMonth;
  const dry = figures.dryDays;
  const facts: readonly (readonly [string, string])[] = [
    [`En ${monthName(today)}`, `${mm(figures.ofMonth)}${usual === null ? '' : ` (lo habitual: ${mm(usual)})`}`],
    ['Últimos 30 días', mm(figures.last30)],
    ['Últimos 90 días', mm(figures.last90)],
    [`En ${figures.year}`, mm(figures.ofYear)],
    [`Campaña ${figures.campaign}`, mm(figures.ofCampaign)],
    [`Días con lluvia en ${figures.year}`, counted(figures.rainDays, 'día')],
    [
      'Última lluvia de 5 mm o más',
      dry === null ? 'Ninguna en un año' : dry === 0 ? 'hoy' : `hace ${counted(dry, 'día')}`,
    ],
  ];
  return facts.map(([label, value]) => ({ label, value }));
}

interface RainSheetProps {
  readonly campoId: string;
  readonly onClose: () => void;
}

/** Rain of one campo: monthly chart and figures (domain.md §4.7). */
export const RainSheet = ({ campoId, onClose }: RainSheetProps) => {
  const today = useToday();
  const campo = useLive(async (views) => byId(await views.campos(), campoId) ?? null, [campoId]);
  const figures = useLive((views) => readRainFigures(views, campoId, today), [campoId, today]);
  const gauge = useMemo(() => [{ id: campoId, total_hectares: null }], [campoId]);
  const none = <EmptyState>Sin lluvias cargadas en {today.slice(0, 4)}.</EmptyState>;
  return (
    <Sheet open title={campo ? `Lluvia en ${campo.name}` : 'Lluvia'} size="wide" onClose={onClose}>
      <RainChart campos={gauge} empty={none} />
      {figures ? <FigureList label="Lluvia en números" figures={factsOf(figures, today)} /> : <Skeleton rows={4} />}
    </Sheet>
  );
};
