import { createFileRoute } from '@tanstack/react-router';
import { CamposScreen } from '#features/campos/campos-screen.tsx';
import { useSheetStep } from './-sheet-step.ts';

const Screen = () => {
  const step = useSheetStep();
  return <CamposScreen sheet={step.sheet} onSheet={step.open} onSheetEnd={step.close} />;
};

export const Route = createFileRoute('/_farm/campos')({ component: Screen });
