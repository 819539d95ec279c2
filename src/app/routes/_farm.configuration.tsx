import { createFileRoute } from '@tanstack/react-router';
import { ConfigurationScreen } from './-configuration-screen.tsx';
import { wordIn } from './-overlays.ts';

const Screen = () => <ConfigurationScreen open={Route.useSearch().seccion ?? null} />;

export const Route = createFileRoute('/_farm/configuration')({
  component: Screen,
  /** Open section: `perfil`, `seguridad` … */
  validateSearch: (search: Record<string, unknown>): { seccion?: string | undefined } => ({
    seccion: wordIn(search, 'seccion'),
  }),
});
