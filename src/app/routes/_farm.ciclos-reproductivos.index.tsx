import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { CyclesScreen } from '#features/cycles/cycles-screen.tsx';
import { useSheetStep } from './-sheet-step.ts';

const Cycles = () => {
  const { sheet, onSheet, onSheetEnd } = useSheetStep();
  const navigate = useNavigate();
  return (
    <CyclesScreen
      sheet={sheet}
      onOpen={onSheet}
      onClose={onSheetEnd}
      onMade={(id) => void navigate({ to: '/ciclos-reproductivos/$id', params: { id }, search: {}, replace: true })}
    />
  );
};

export const Route = createFileRoute('/_farm/ciclos-reproductivos/')({ component: Cycles });
