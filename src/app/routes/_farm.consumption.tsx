import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { ConsumptionScreen } from '#features/consumption/consumption-screen.tsx';
import { slugOf } from './-overlays.ts';
import { useSheetStep } from './-sheet-step.ts';

const Screen = () => {
  const { sheet, open, close } = useSheetStep();
  const navigate = useNavigate();
  return (
    <ConsumptionScreen
      isFeeding={sheet === 'suministro'}
      onFeed={() => open('suministro')}
      onFeedEnd={close}
      onRecord={(type) =>
        void navigate({
          to: '.',
          search: (before) => ({ ...before, registrar: slugOf(type) }),
          state: { isOverlay: true },
        })
      }
    />
  );
};

export const Route = createFileRoute('/_farm/consumption')({ component: Screen });
