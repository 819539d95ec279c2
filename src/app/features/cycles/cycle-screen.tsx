import { useState } from 'react';
import { Pencil } from 'lucide-react';
import { type Cycle, joined, warningsOf } from '#domain';
import { type SheetStep, useFarm, useMay } from '#platform';
import { NothingHere } from '#farm/nothing-here.tsx';
import { MovementList, sendBadge } from '#farm/movement-row.tsx';
import { Button, Card, EmptyState, Notice, PageHeading, Skeleton } from '#ui';
import { CycleActs, CycleSteps, RecordTiles } from './cycle-steps.tsx';
import { type CycleWithTotals, nameOf, previousOf, useCycles } from './cycle-figures.ts';
import styles from './cycles.module.css';
import { CycleNumbers, Funnel, useServiceWords } from './cycle-tables.tsx';
import { InseminationsCard, InseminationSheet } from './insemination-sheet.tsx';
import { editSheet, inseminationIn, inseminationSheet, sheetToCorrect } from './sheets.ts';
import { useEditedThing } from '#farm/things/thing-sheet.tsx';
import { RefusedThing } from '#farm/things/refused-thing.tsx';
import type { ThingView } from '#sync/farm.ts';
import { CycleForm } from './cycle-form.tsx';

/** `sheet`: `editar`, `inseminacion` for a new one, or `inseminacion.` and its index. */
interface CycleScreenProps extends SheetStep {
  readonly id: string;
  readonly onRecord: (type: string, rodeoId: string | null) => void;
  readonly onGone: () => void;
}

/** One cycle: its funnel, and what is to be done next (domain.md §2.9). */
export const CycleScreen = ({ id, ...acts }: CycleScreenProps) => {
  const cycles = useCycles();
  if (!cycles) return <Skeleton rows={5} />;
  const cycle = cycles.find((one) => one.view.row.id === id);
  if (!cycle) {
    return (
      <NothingHere title="Ciclo reproductivo" to="/ciclos-reproductivos">
        No se encontró este ciclo. Puede que alguien lo haya eliminado.
      </NothingHere>
    );
  }
  return <OpenCycle cycle={cycle} cycles={cycles} {...acts} />;
};

interface OpenCycleProps extends Omit<CycleScreenProps, 'id'> {
  readonly cycle: CycleWithTotals;
  readonly cycles: readonly CycleWithTotals[];
}

const OpenCycle = ({ cycle, cycles, ...acts }: OpenCycleProps) => {
  const { view, tally, records } = cycle;
  const { row } = view;
  const edit = (): void => acts.onSheet(editSheet);
  const mayEdit = useMay('edit-cycles');
  const earlier = previousOf(
    row,
    cycles.map((one) => one.view.row),
  );
  const previous = cycles.find((one) => one.view.row.id === earlier?.id) ?? null;
  return (
    <>
      <PageHeading title={nameOf(row)} aside={sendBadge(view.state)}>
        <p>{joined(useServiceWords(row), row.vet ? `Veterinario: ${row.vet}` : null)}</p>
      </PageHeading>
      <RefusedCycle view={view} onSheet={acts.onSheet} />
      {warningsOf(tally, row.state).map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
      <Card title="De entoradas a destetadas">
        <Funnel tally={tally} state={row.state} label="De entoradas a destetadas" />
      </Card>
      <RecordTiles cycle={row} onRecord={acts.onRecord} />
      <CycleSteps cycle={row} />
      <InseminationsCard
        cycle={row}
        served={tally.served - tally.withdrawn}
        mayEdit={mayEdit}
        onOpen={(index) => acts.onSheet(inseminationSheet(index))}
      />
      <CycleNumbers cycle={cycle} previous={previous} />
      <CycleRecords records={records} />
      {row.notes ? (
        <Card title="Observaciones">
          <p className={styles.words}>{row.notes}</p>
        </Card>
      ) : null}
      {mayEdit ? (
        <CycleActs cycle={row} onGone={acts.onGone}>
          <Button icon={<Pencil />} onClick={edit}>
            Editar ciclo
          </Button>
        </CycleActs>
      ) : null}
      {mayEdit ? <CycleSheet cycle={row} sheet={acts.sheet} onClose={acts.onSheetEnd} /> : null}
    </>
  );
};

const fewRecords = 30;

const CycleRecords = ({ records }: Pick<CycleWithTotals, 'records'>) => (
  <Card title="Movimientos del ciclo" flush>
    {records.length === 0 ? (
      <EmptyState>Todavía no hay tactos, nacimientos, abortos ni destetes de este ciclo.</EmptyState>
    ) : null}
    <MovementList label="Movimientos del ciclo" views={records.slice(0, fewRecords)} />
  </Card>
);

interface CycleSheetProps {
  readonly cycle: Cycle;
  readonly sheet: string | null;
  readonly onClose: () => void;
}

const CycleSheet = ({ cycle, sheet, onClose }: CycleSheetProps) => {
  if (sheet === editSheet) return <CycleForm id={cycle.id} onSaved={onClose} onClose={onClose} />;
  const index = inseminationIn(sheet);
  return index === undefined ? null : <OneInsemination key={sheet} {...{ cycle, index, onClose }} />;
};

interface OneInseminationProps {
  readonly cycle: Cycle;
  readonly index: number | null;
  readonly onClose: () => void;
}

const OneInsemination = ({ cycle, index, onClose }: OneInseminationProps) => {
  const edited = useEditedThing('cycle', cycle.id);
  return edited ? <OpenInsemination edited={edited} {...{ index, onClose }} /> : null;
};

interface OpenInseminationProps extends Omit<OneInseminationProps, 'cycle'> {
  readonly edited: { readonly row: Cycle; readonly view: ThingView<Cycle> };
}

const OpenInsemination = ({ edited, index, onClose }: OpenInseminationProps) => {
  // As opened: another may remove an insemination while this one is typed.
  const [cycle] = useState(edited.row);
  // Somebody may have removed it before.
  if (index !== null && cycle.inseminations[index] === undefined) return null;
  return <InseminationSheet {...{ cycle, index, onClose }} refused={edited.view.problem} />;
};

interface RefusedCycleProps {
  readonly view: ThingView<Cycle>;
  readonly onSheet: (name: string) => void;
}

/** Why the server rejected the cycle, and the way to the form to correct. */
const RefusedCycle = ({ view, onSheet }: RefusedCycleProps) => {
  const farm = useFarm();
  const correct = async (): Promise<void> => onSheet(await sheetToCorrect(farm.views, view.row.id));
  return <RefusedThing view={view} onCorrect={correct} />;
};
