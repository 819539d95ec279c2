import { useEffect, useState } from 'react';
import { PendingSheet } from '#features/pending/pending-sheet.tsx';
import { LeftRecords } from '#features/shell/left-records.tsx';
import { FarmProvider } from '#platform/farm-context.tsx';
import type { LeftFarm } from '#platform/current-farm.tsx';

type Farm = NonNullable<Awaited<ReturnType<LeftFarm['see']>>>;

/** What is left of farms that the person is not on any more, and each of those records. No form of such a farm opens. */
export const LeftFarms = () => {
  const [seen, setSeen] = useState<{ readonly farm: Farm; readonly onDone: () => void } | null>(null);
  // Also where its screen goes from under it: what is looked at no more is sealed again.
  useEffect(() => seen?.onDone, [seen]);
  return (
    <>
      <LeftRecords onSee={(farm, onDone) => setSeen({ farm, onDone })} />
      {seen ? (
        <FarmProvider farm={seen.farm}>
          <PendingSheet open onClose={() => setSeen(null)} />
        </FarmProvider>
      ) : null}
    </>
  );
};
