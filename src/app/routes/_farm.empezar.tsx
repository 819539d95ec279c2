import { createFileRoute } from '@tanstack/react-router';
import { CampoSheet } from '#features/campos/campo-sheet.tsx';
import { openingType } from '#features/record/register-menu.tsx';
import { StartScreen } from '#features/start/start-screen.tsx';
import { slugOf } from './-overlays.ts';
import { useOver, useSheetStep } from './-sheet-step.ts';

const campoSheet = 'campo';

const Screen = () => {
  const over = useOver();
  const { sheet, onSheet, onSheetEnd } = useSheetStep();
  return (
    <StartScreen
      onCampo={() => onSheet(campoSheet)}
      onOpening={(lotId) => over({ registrar: slugOf(openingType), lote: lotId }, { resetScroll: false })}
    >
      {sheet === campoSheet ? <CampoSheet id={null} onSaved={onSheetEnd} onClose={onSheetEnd} /> : null}
    </StartScreen>
  );
};

export const Route = createFileRoute('/_farm/empezar')({ component: Screen });
