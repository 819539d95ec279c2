import { useState } from 'react';
import { addMonths, counted, monthName, monthOf, sumOf } from '#domain';
import { death } from '#domain/movements/kinds/outflows.ts';
import { useLive, useToday } from '#platform';
import { Button, Card, EmptyState, MonthStepper, PageHeading, Segmented, Skeleton } from '#ui';
import { RationSheet } from './ration-sheet.tsx';
import { Rations } from './rations.tsx';
import { MovementList } from '#farm/movement-row.tsx';

interface ConsumptionScreenProps {
  readonly isFeeding: boolean;
  readonly onFeed: () => void;
  readonly onFeedEnd: () => void;
  readonly onRecord: (type: string) => void;
}

/** What animals were fed, and what the farm itself ate (domain.md §2.7). */
export const ConsumptionScreen = ({ isFeeding, onFeed, onFeedEnd, onRecord }: ConsumptionScreenProps) => {
  const today = useToday();
  const [tab, setTab] = useState<'racion' | 'propio'>('racion');
  const [month, setMonth] = useState(monthOf(today));
  const isLast = month >= monthOf(today);
  return (
    <>
      <PageHeading title="Consumo" />
      <Segmented
        label="Qué consumo"
        value={tab}
        onChange={setTab}
        options={{ racion: 'Ración', propio: 'Consumo propio' }}
      />
      <MonthStepper
        label={`${monthName(month)} de ${month.slice(0, 4)}`}
        onBack={() => setMonth(addMonths(month, -1))}
        onForth={isLast ? null : () => setMonth(addMonths(month, 1))}
      />
      {tab === 'racion' ? (
        <Rations month={month} today={today} onFeed={onFeed} />
      ) : (
        <OwnUse month={month} onRecord={() => onRecord(death.type)} />
      )}
      {isFeeding ? <RationSheet onClose={onFeedEnd} /> : null}
    </>
  );
};

const recordsAtMost = 500;

interface OwnUseProps {
  readonly month: string;
  readonly onRecord: () => void;
}

/** Animals slaughtered on the farm: deaths that are no mortality (domain.md §3.2). */
const OwnUse = ({ month, onRecord }: OwnUseProps) => {
  const page = useLive(
    (views) => views.page({ types: [death.type], from: `${month}-01`, to: `${month}-31` }, null, recordsAtMost),
    [month],
  );
  const eaten = page?.items.filter(({ movement }) => movement.metadata.cause === 'consumo_propio' && !movement.deleted);
  const heads = sumOf(eaten ?? [], ({ movement }) => sumOf(movement.animals, (line) => line.count));
  return (
    <>
      <Button wide onClick={onRecord}>
        Registrar consumo propio
      </Button>
      <Card title={heads ? counted(heads, 'animal', 'animales') : 'Consumo propio'} flush>
        {eaten ? null : <Skeleton rows={3} />}
        {eaten?.length === 0 ? (
          <EmptyState>Sin consumo propio este mes. Se registra como muerte con la causa «Consumo propio».</EmptyState>
        ) : null}
        <MovementList label="Consumo propio" views={eaten ?? []} />
      </Card>
    </>
  );
};
