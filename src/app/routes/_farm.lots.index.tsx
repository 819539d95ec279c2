import { createFileRoute } from '@tanstack/react-router';
import { LotsScreen } from '#features/lots/lots-screen.tsx';
import { useSheetStep } from './-sheet-step.ts';
import { wordIn } from './-overlays.ts';

const Screen = () => <LotsScreen campoId={Route.useSearch().campo ?? null} {...useSheetStep()} />;

export const Route = createFileRoute('/_farm/lots/')({
  component: Screen,
  validateSearch: (search: Record<string, unknown>): { campo?: string | undefined } => ({
    campo: wordIn(search, 'campo'),
  }),
});
