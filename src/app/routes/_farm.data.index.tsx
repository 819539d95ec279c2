import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { MovementsScreen } from '../features/movements/movements-screen.tsx';

const Movements = () => <MovementsScreen group={Route.useSearch().familia} />;

export const Route = createFileRoute('/_farm/data/')({
  component: Movements,
  /** A family of movements: `clima`. */
  validateSearch: z.object({ familia: z.catch(z.optional(z.string()), undefined) }),
});
