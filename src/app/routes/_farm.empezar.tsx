import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { CampoSheet } from '#features/campos/campo-sheet.tsx';
import { openingType } from '#features/record/register-menu.tsx';
import { StartScreen } from '#features/start/start-screen.tsx';
import { slugOf } from './-overlays.ts';
import { useSheetStep } from './-sheet-step.ts';

const campoSheet = 'campo';

const Screen = () => {
  const navigate = useNavigate();
  const { sheet, open, close } = useSheetStep();
  return (
    <StartScreen
      onCampo={() => open(campoSheet)}
      onOpening={(lotId) =>
        void navigate({
          to: '.',
          search: (before) => ({ ...before, registrar: slugOf(openingType), lote: lotId }),
          state: { isOverlay: true },
          resetScroll: false,
        })
      }
    >
      {sheet === campoSheet ? <CampoSheet id={null} onSaved={close} onClose={close} /> : null}
    </StartScreen>
  );
};

export const Route = createFileRoute('/_farm/empezar')({ component: Screen });
