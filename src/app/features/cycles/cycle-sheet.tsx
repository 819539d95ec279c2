import type { Cycle } from '#domain';
import { useEditedThing } from '#farm/things/edited-thing.ts';
import { useFarm } from '#platform';
import { RefusedThing } from '#farm/things/refused-thing.tsx';
import type { ThingView } from '#sync/farm.ts';
import { CycleForm } from './cycle-form.tsx';
import { InseminationSheet } from './insemination-sheet.tsx';
import { editSheet, inseminationIn, sheetToCorrect } from './sheets.ts';

interface CycleSheetProps {
  readonly cycle: Cycle;
  readonly sheet: string | null;
  readonly onClose: () => void;
}

/** The sheet over a cycle: its form, or an insemination. */
export const CycleSheet = ({ cycle, sheet, onClose }: CycleSheetProps) => {
  if (sheet === editSheet) return <CycleForm id={cycle.id} onSaved={onClose} onClose={onClose} />;
  const index = inseminationIn(sheet);
  return index === undefined ? null : <OneInsemination key={sheet} {...{ cycle, index, onClose }} />;
};

interface OneInseminationProps {
  readonly cycle: Cycle;
  readonly index: number | null;
  readonly onClose: () => void;
}

/** Shows the list as sent, if rejected, to be corrected. */
const OneInsemination = ({ cycle, index, onClose }: OneInseminationProps) => {
  const edited = useEditedThing('cycle', cycle.id);
  if (!edited) return null;
  // Somebody may have removed it meanwhile.
  if (index !== null && edited.row.inseminations[index] === undefined) return null;
  return <InseminationSheet cycle={edited.row} index={index} refused={edited.view.problem} onClose={onClose} />;
};

interface RefusedCycleProps {
  readonly view: ThingView<Cycle>;
  readonly onSheet: (name: string) => void;
}

/** Why the server rejected the cycle, and the way to the form to correct. */
export const RefusedCycle = ({ view, onSheet }: RefusedCycleProps) => {
  const farm = useFarm();
  const correct = async (): Promise<void> => onSheet(await sheetToCorrect(farm.views, view.row.id));
  return <RefusedThing view={view} onCorrect={() => void correct()} />;
};
