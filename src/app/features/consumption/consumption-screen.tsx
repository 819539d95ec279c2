import { useState } from 'react';
import { addMonths, monthName, monthOf } from '#domain';
import { death } from '#domain/movements/kinds/outflows.ts';
import { useToday } from '#platform';
import { MonthStepper, PageHeading, Segmented } from '#ui';
import { OwnUse } from './own-use.tsx';
import { RationSheet } from './ration-sheet.tsx';
import { Rations } from './rations.tsx';

interface ConsumptionScreenProps {
  /** The ration's form is open, from the address. */
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
