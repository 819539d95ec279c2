import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { NotesScreen } from '#features/notes/notes-screen.tsx';
import { useLeave, useSheetStep } from './-sheet-step.ts';

const Notes = () => {
  const { sheet, onSheet, onSheetEnd } = useSheetStep();
  const navigate = useNavigate();
  const { openedHere } = useLeave();
  // In the place of the new note's step: back still closes it.
  const onTaken = (hoja: string): void =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, hoja }),
      state: openedHere ? { isOverlay: true } : {},
      replace: true,
      resetScroll: false,
    });
  return <NotesScreen sheet={sheet} onOpen={onSheet} onTaken={onTaken} onClose={onSheetEnd} />;
};

export const Route = createFileRoute('/_farm/notes')({ component: Notes });
