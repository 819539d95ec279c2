import { createFileRoute } from '@tanstack/react-router';
import { NotesScreen } from '#features/notes/notes-screen.tsx';
import { useSheetStep } from './-sheet-step.ts';

const Notes = () => {
  const { sheet, open, close } = useSheetStep();
  return <NotesScreen sheet={sheet} onOpen={open} onClose={close} />;
};

export const Route = createFileRoute('/_farm/notes')({ component: Notes });
