import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { LotsScreen } from '../features/lots/lots-screen.tsx';

const Screen = () => <LotsScreen campoId={Route.useSearch().campo ?? null} />;

export const Route = createFileRoute('/_farm/lots/')({
  component: Screen,
  validateSearch: z.object({
    /** Only the lots of this campo. */
    campo: z.catch(z.optional(z.string()), undefined),
  }),
});
