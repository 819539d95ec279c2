import { useState } from 'react';
import { PendingSheet } from '../features/pending/pending-sheet.tsx';
import { LeftRecords } from '../features/shell/left-records.tsx';
import type { useLeftRecords } from '../frame/current-farm.tsx';
import { FarmProvider } from '../frame/farm-context.tsx';

type Farm = ReturnType<typeof useLeftRecords>['farms'][number];

/** What is left of farms that the person is not on any more, and each of those records. No form of such a farm opens. */
export const LeftFarms = () => {
  const [seen, setSeen] = useState<Farm | null>(null);
  return (
    <>
      <LeftRecords onSee={setSeen} />
      {seen ? (
        <FarmProvider farm={seen}>
          <PendingSheet open onClose={() => setSeen(null)} />
        </FarmProvider>
      ) : null}
    </>
  );
};
