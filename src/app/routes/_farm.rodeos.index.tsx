import { createFileRoute } from '@tanstack/react-router';
import { RodeosScreen } from '#features/rodeos/rodeos-screen.tsx';
import { useSheetStep } from './-sheet-step.ts';

const Screen = () => {
  const step = useSheetStep();
  return <RodeosScreen sheet={step.sheet} onSheet={step.open} onSheetEnd={step.close} />;
};

export const Route = createFileRoute('/_farm/rodeos/')({ component: Screen });
