import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { RodeoScreen } from '#features/rodeos/rodeo-screen.tsx';
import { ChangeLotSheet } from '#features/change-lot/change-lot-sheet.tsx';
import { slugOf } from './-overlays.ts';
import { moveSheet, useOver, useSheetStep } from './-sheet-step.ts';

const Screen = () => {
  const { id } = Route.useParams();
  const navigate = useNavigate();
  const step = useSheetStep();
  const over = useOver();
  return (
    <>
      <RodeoScreen
        id={id}
        {...step}
        onRecord={(type) => over({ registrar: slugOf(type), rodeo: id })}
        onChangeLot={() => step.onSheet(moveSheet)}
        onGone={() => void navigate({ to: '/rodeos', replace: true })}
      />
      {step.sheet === moveSheet ? <ChangeLotSheet from={{ rodeoId: id }} onClose={step.onSheetEnd} /> : null}
    </>
  );
};

export const Route = createFileRoute('/_farm/rodeos/$id')({ component: Screen });
