import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { RodeoScreen } from '#features/rodeos/rodeo-screen.tsx';
import { ChangeLotSheet } from '#features/change-lot/change-lot-sheet.tsx';
import { slugOf } from './-overlays.ts';
import { moveSheet, useSheetStep } from './-sheet-step.ts';

const Screen = () => {
  const { id } = Route.useParams();
  const navigate = useNavigate();
  const step = useSheetStep();
  const record = (type: string): void =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, registrar: slugOf(type), rodeo: id }),
      state: { isOverlay: true },
    });
  return (
    <>
      <RodeoScreen
        id={id}
        sheet={step.sheet}
        onSheet={step.open}
        onSheetEnd={step.close}
        onRecord={record}
        onChangeLot={() => step.open(moveSheet)}
        onGone={() => void navigate({ to: '/rodeos', replace: true })}
      />
      {step.sheet === moveSheet ? <ChangeLotSheet from={{ rodeoId: id }} onClose={step.close} /> : null}
    </>
  );
};

export const Route = createFileRoute('/_farm/rodeos/$id')({ component: Screen });
