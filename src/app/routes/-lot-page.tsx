import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { LotScreen } from '#features/lots/lot-screen.tsx';
import { ChangeLotSheet } from '#features/change-lot/change-lot-sheet.tsx';
import { slugOf } from './-overlays.ts';
import { moveSheet, useSheetStep } from './-sheet-step.ts';

/** A lot at either of its addresses; its form is a history step, closed by the back gesture. */
export const LotPage = ({ id, isEditing }: { readonly id: string; readonly isEditing: boolean }) => {
  const navigate = useNavigate();
  const router = useRouter();
  const openedHere = useRouterState({ select: (state) => state.location.state.isOverlay === true });
  const step = useSheetStep();
  const endEdit = (): void => {
    if (openedHere) router.history.back();
    else void navigate({ to: '/lots/$id', params: { id }, replace: true });
  };
  return (
    <>
      <LotScreen
        id={id}
        sheet={step.sheet}
        onSheet={step.open}
        onSheetEnd={step.close}
        onChangeLot={() => step.open(moveSheet)}
        onCount={() =>
          void navigate({ to: '.', search: (before) => ({ ...before, contar: id }), state: { isOverlay: true } })
        }
        isEditing={isEditing}
        onEdit={() => void navigate({ to: '/lots/$id/edit', params: { id }, state: { isOverlay: true } })}
        onEditEnd={endEdit}
        onRecord={(type) =>
          void navigate({
            to: '.',
            search: (before) => ({ ...before, registrar: slugOf(type), lote: id }),
            state: { isOverlay: true },
          })
        }
        onGone={() => void navigate({ to: '/lots', replace: true })}
      />
      {step.sheet === moveSheet ? <ChangeLotSheet from={{ lotId: id }} onClose={step.close} /> : null}
    </>
  );
};
