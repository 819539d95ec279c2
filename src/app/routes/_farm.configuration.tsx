import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { ConfigurationScreen } from './-configuration-screen.tsx';

const Screen = () => <ConfigurationScreen open={Route.useSearch().seccion ?? null} />;

export const Route = createFileRoute('/_farm/configuration')({
  component: Screen,
  validateSearch: z.object({
    /** The subject that is open: `perfil`, `seguridad` … */
    seccion: z.catch(z.optional(z.string()), undefined),
  }),
});
