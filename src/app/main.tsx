import './ui/tokens.css';
import './ui/base.css';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { compose } from './compose.ts';
import { FarmsProvider } from './frame/current-farm.tsx';
import { LiveConnectionProvider } from './frame/live-connection-context.tsx';
import { SessionProvider } from './frame/session-context.tsx';
import { ApplicationError } from './features/shell/application-error.tsx';
import { dress } from './features/shell/theme-store.ts';
import { UpdatesProvider } from './features/shell/updates-context.tsx';
import { routeTree } from './routes/route-tree.gen.ts';
import { startUpdates } from './update/updates.ts';

const app = compose();
dress();

const router = createRouter({
  routeTree,
  context: { session: app.session },
  defaultErrorComponent: ApplicationError,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** A reload in the middle of a sending would not lose it, but it would ask twice: it waits. */
const updates = startUpdates(() => !app.farms.current()?.status().sending);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <SessionProvider session={app.session}>
      <FarmsProvider farms={app.farms}>
        <UpdatesProvider updates={updates}>
          <LiveConnectionProvider connection={app.live}>
            <RouterProvider router={router} />
          </LiveConnectionProvider>
        </UpdatesProvider>
      </FarmsProvider>
    </SessionProvider>
  </StrictMode>,
);
void app.start();
