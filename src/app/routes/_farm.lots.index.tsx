import { createFileRoute } from '@tanstack/react-router';
import { LotsScreen } from '#features/lots/lots-screen.tsx';
import { useSheetStep } from './-sheet-step.ts';
import { wordIn } from './-search-words.ts';

const Screen = () => {
  const { campo } = Route.useSearch();
  const step = useSheetStep();
  return <LotsScreen campoId={campo ?? null} sheet={step.sheet} onSheet={step.open} onSheetEnd={step.close} />;
};

export const Route = createFileRoute('/_farm/lots/')({
  component: Screen,
  /** Filters by campo. */
  validateSearch: (search: Record<string, unknown>): { campo?: string | undefined } => ({
    campo: wordIn(search, 'campo'),
  }),
});
