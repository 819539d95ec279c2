import { Pencil } from 'lucide-react';
import { warningsOf } from '#domain';
import { ButtonTo, useMay } from '#platform';
import { sendBadge } from '#farm/movement-row.tsx';
import { Button, Card, EmptyState, Notice, PageHeading, Skeleton } from '#ui';
import { CycleActs, RecordTiles } from './cycle-acts.tsx';
import { previousOf } from './cycle-figures.ts';
import styles from './cycles.module.css';
import { CycleRecords, ServiceWords } from './cycle-parts.tsx';
import { CycleSheet, RefusedCycle } from './cycle-sheet.tsx';
import { CycleNumbers } from './cycle-tables.tsx';
import { CycleSteps } from './cycle-steps.tsx';
import { Funnel } from './funnel.tsx';
import { InseminationsCard } from './inseminations-card.tsx';
import { editSheet, inseminationSheet } from './sheets.ts';
import { type CycleWithTotals, nameOf, useCycles } from './use-cycles.ts';

interface CycleScreenProps {
  readonly id: string;
  /** What is open: `editar`, `inseminacion` for a new one, or `inseminacion.` and its index. */
  readonly sheet: string | null;
  readonly onSheet: (name: string) => void;
  readonly onSheetEnd: () => void;
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
      <>
        <PageHeading title="Ciclo reproductivo" />
        <EmptyState action={<ButtonTo to="/ciclos-reproductivos">Volver a Ciclos</ButtonTo>}>
          No se encontró este ciclo. Puede que alguien lo haya eliminado.
        </EmptyState>
      </>
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
        <ServiceWords cycle={cycle} />
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
