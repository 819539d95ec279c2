import { useEffect, useState } from 'react';
import { PendingSheet } from '#features/pending/pending-sheet.tsx';
import { LeftRecords } from '#features/shell/left-records.tsx';
import { FarmContext, type LeftFarm } from '#platform';

type Farm = NonNullable<Awaited<ReturnType<LeftFarm['see']>>>;

/** Unsent records of farms the person has left; their forms stay closed. */
export const LeftFarms = () => {
  const [seen, setSeen] = useState<{ readonly farm: Farm; readonly onDone: () => void } | null>(null);
  // Also on unmount: seals the farm again.
  useEffect(() => seen?.onDone, [seen]);
  return (
    <>
      <LeftRecords onSee={(farm, onDone) => setSeen({ farm, onDone })} />
      {seen ? (
        <FarmContext value={seen.farm}>
          <PendingSheet open onClose={() => setSeen(null)} />
        </FarmContext>
      ) : null}
    </>
  );
};
