import { useNavigate } from '@tanstack/react-router';
import { LotScreen } from '#features/lots/lot-screen.tsx';
import { ChangeLotSheet } from '#features/change-lot/change-lot-sheet.tsx';
import { slugOf } from './-overlays.ts';
import { moveSheet, useLeave, useOver, useSheetStep } from './-sheet-step.ts';

/** A lot at either of its addresses; its form is a history step, closed by the back gesture. */
export const LotPage = ({ id, isEditing }: { readonly id: string; readonly isEditing: boolean }) => {
  const navigate = useNavigate();
  const over = useOver();
  const { leave } = useLeave();
  const step = useSheetStep();
  return (
    <>
      <LotScreen
        id={id}
        {...step}
        onChangeLot={() => step.onSheet(moveSheet)}
        onCount={() => over({ contar: id })}
        isEditing={isEditing}
        onEdit={() => void navigate({ to: '/lots/$id/edit', params: { id }, state: { isOverlay: true } })}
        onEditEnd={() => leave(() => void navigate({ to: '/lots/$id', params: { id }, replace: true }))}
        onRecord={(type) => over({ registrar: slugOf(type), lote: id })}
        onGone={() => void navigate({ to: '/lots', replace: true })}
      />
      {step.sheet === moveSheet ? <ChangeLotSheet from={{ lotId: id }} onClose={step.onSheetEnd} /> : null}
    </>
  );
};
