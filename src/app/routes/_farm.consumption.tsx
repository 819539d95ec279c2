import { createFileRoute } from '@tanstack/react-router';
import { ConsumptionScreen } from '#features/consumption/consumption-screen.tsx';
import { slugOf } from './-overlays.ts';
import { useOver, useSheetStep } from './-sheet-step.ts';

const Screen = () => {
  const { sheet, onSheet, onSheetEnd } = useSheetStep();
  const over = useOver();
  return (
    <ConsumptionScreen
      isFeeding={sheet === 'suministro'}
      onFeed={() => onSheet('suministro')}
      onFeedEnd={onSheetEnd}
      onRecord={(type) => over({ registrar: slugOf(type) })}
    />
  );
};

export const Route = createFileRoute('/_farm/consumption')({ component: Screen });
