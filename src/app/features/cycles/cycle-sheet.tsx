import type { Cycle } from '../../../domain/office/cycles.ts';
import { CycleForm } from './cycle-form.tsx';
import { InseminationSheet } from './insemination-sheet.tsx';

export const editSheet = 'editar';
export const newInsemination = 'inseminacion';

interface CycleSheetProps {
  readonly cycle: Cycle;
  readonly sheet: string | null;
  readonly onClose: () => void;
}

/** What lies over a cycle: its form, or one of its inseminations. */
export const CycleSheet = ({ cycle, sheet, onClose }: CycleSheetProps) => {
  if (sheet === editSheet) return <CycleForm id={cycle.id} onSaved={onClose} onClose={onClose} />;
  const [name, place] = sheet?.split('.') ?? [];
  if (name !== newInsemination) return null;
  const index = place === undefined ? null : Number(place);
  // Somebody may have taken it out meanwhile.
  if (index !== null && cycle.inseminations[index] === undefined) return null;
  return <InseminationSheet key={sheet} cycle={cycle} index={index} onClose={onClose} />;
};
