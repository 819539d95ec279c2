import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { CycleScreen } from '#features/cycles/cycle-screen.tsx';
import { slugOf } from './-overlays.ts';
import { useSheetStep } from './-sheet-step.ts';

const Cycle = () => {
  const { id } = Route.useParams();
  const { sheet, open, close } = useSheetStep();
  const navigate = useNavigate();
  return (
    <CycleScreen
      id={id}
      sheet={sheet}
      onSheet={open}
      onSheetEnd={close}
      onRecord={(type, rodeoId) =>
        void navigate({
          to: '.',
          search: (before) => ({ ...before, registrar: slugOf(type), rodeo: rodeoId ?? undefined }),
          state: { isOverlay: true },
        })
      }
      onGone={() => void navigate({ to: '/ciclos-reproductivos', replace: true })}
    />
  );
};

export const Route = createFileRoute('/_farm/ciclos-reproductivos/$id')({ component: Cycle });
