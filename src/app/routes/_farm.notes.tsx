import { createFileRoute } from '@tanstack/react-router';
import { NotesScreen } from '#features/notes/notes-screen.tsx';
import { useSheetStep } from './-sheet-step.ts';

const Notes = () => {
  const { sheet, onSheet, onSheetEnd } = useSheetStep();
  return <NotesScreen sheet={sheet} onOpen={onSheet} onClose={onSheetEnd} />;
};

export const Route = createFileRoute('/_farm/notes')({ component: Notes });
