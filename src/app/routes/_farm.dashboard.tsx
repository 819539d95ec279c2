import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { HomeScreen } from '../features/home/home-screen.tsx';
import { InstallOffer } from '../features/install/install-offer.tsx';
import { TandaReminder } from '../features/record/tanda-reminder.tsx';
import { GettingReady } from '../features/shell/getting-ready.tsx';
import { StartCard } from '../features/start/start-card.tsx';
import { DueCard } from '../features/tasks/due-card.tsx';
import { slugOf } from './-overlays.ts';

const Dashboard = () => {
  const navigate = useNavigate();
  return (
    <HomeScreen
      start={<StartCard />}
      onRecord={(type) =>
        void navigate({
          to: '.',
          search: (before) => ({ ...before, registrar: slugOf(type) }),
          state: { isOverlay: true },
        })
      }
      onSearch={() =>
        void navigate({ to: '.', search: (before) => ({ ...before, buscar: '' }), state: { isOverlay: true } })
      }
    >
      <TandaReminder
        onOpen={(type) =>
          void navigate({
            to: '.',
            search: (before) => ({ ...before, registrar: slugOf(type), tanda: 1 }),
            state: { isOverlay: true },
          })
        }
      />
      <DueCard />
      <GettingReady />
      <InstallOffer />
    </HomeScreen>
  );
};

export const Route = createFileRoute('/_farm/dashboard')({ component: Dashboard });
