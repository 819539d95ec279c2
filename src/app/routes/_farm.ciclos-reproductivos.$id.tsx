import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { CycleScreen } from '#features/cycles/cycle-screen.tsx';
import { slugOf } from './-overlays.ts';
import { useOver, useSheetStep } from './-sheet-step.ts';

const Cycle = () => {
  const { id } = Route.useParams();
  const over = useOver();
  const navigate = useNavigate();
  return (
    <CycleScreen
      id={id}
      {...useSheetStep()}
      onRecord={(type, rodeoId) => over({ registrar: slugOf(type), rodeo: rodeoId ?? undefined })}
      onGone={() => void navigate({ to: '/ciclos-reproductivos', replace: true })}
    />
  );
};

export const Route = createFileRoute('/_farm/ciclos-reproductivos/$id')({ component: Cycle });
