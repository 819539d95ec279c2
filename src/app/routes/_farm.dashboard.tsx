import { Suspense } from 'react';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import type { Opening } from '#features/home/acts.ts';
import { HomeScreen } from '#features/home/home-screen.tsx';
import { InstallOffer } from '#features/install/install.tsx';
import { TandaReminder } from '#features/record/tanda-button.tsx';
import { GettingReady } from '#features/shell/getting-ready.tsx';
import { StartCard } from '#features/start/start-card.tsx';
import { DueCard } from '#features/tasks/due-card.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { anyLot } from './-count-overlays.tsx';
import { slugOf } from './-overlays.ts';
import { moveSheet, useOver, useSheetStep } from './-sheet-step.ts';

const ChangeLotSheet = lazyPart(async () => (await import('#features/change-lot/change-lot-sheet.tsx')).ChangeLotSheet);

const Dashboard = () => {
  const navigate = useNavigate();
  const step = useSheetStep();
  const over = useOver();
  const open = (opening: Opening): void => {
    if (opening.is === 'record') over({ registrar: slugOf(opening.type) });
    else if (opening.is === 'one-by-one') over({ registrar: slugOf(opening.type), tanda: 1 });
    else if (opening.is === 'count') over({ contar: anyLot });
    else if (opening.is === 'move') step.onSheet(moveSheet);
    else void navigate({ to: '/notes', search: { hoja: 'nueva' }, state: { isOverlay: true } });
  };
  return (
    <HomeScreen
      onOpen={open}
      start={<StartCard />}
      onRecord={(type) => over({ registrar: slugOf(type) })}
      onSearch={() => over({ buscar: '' })}
    >
      <TandaReminder onOpen={(type) => over({ registrar: slugOf(type), tanda: 1 })} />
      <DueCard />
      <GettingReady />
      <InstallOffer />
      <Suspense fallback={null}>
        {step.sheet === moveSheet ? <ChangeLotSheet from={{}} onClose={step.onSheetEnd} /> : null}
      </Suspense>
    </HomeScreen>
  );
};

export const Route = createFileRoute('/_farm/dashboard')({ component: Dashboard });
