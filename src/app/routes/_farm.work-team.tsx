import { createFileRoute } from '@tanstack/react-router';
import { TeamScreen } from '#features/team/team-screen.tsx';
import { useSheetStep } from './-sheet-step.ts';

const Screen = () => {
  const { sheet, open, close } = useSheetStep();
  return <TeamScreen sheet={sheet} onOpen={open} onClose={close} />;
};

export const Route = createFileRoute('/_farm/work-team')({ component: Screen });
