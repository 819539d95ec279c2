import { createFileRoute } from '@tanstack/react-router';
import { MovementsScreen } from '#features/movements/movements-screen.tsx';
import { wordIn } from './-overlays.ts';

const Movements = () => <MovementsScreen group={Route.useSearch().familia} />;

export const Route = createFileRoute('/_farm/data/')({
  component: Movements,
  /** A family of movements: `clima`. */
  validateSearch: (search: Record<string, unknown>): { familia?: string | undefined } => ({
    familia: wordIn(search, 'familia'),
  }),
});
