import { createFileRoute } from '@tanstack/react-router';
import { TeamScreen } from '#features/team/team-screen.tsx';
import { useSheetStep } from './-sheet-step.ts';

const Screen = () => {
  const { sheet, onSheet, onSheetEnd } = useSheetStep();
  return <TeamScreen sheet={sheet} onOpen={onSheet} onClose={onSheetEnd} />;
};

export const Route = createFileRoute('/_farm/work-team')({ component: Screen });
