import './ui/tokens.css';
import './ui/base.css';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { type App, compose, openPageLock } from './compose.ts';
import { FarmsContext } from './platform/current-farm.tsx';
import { LiveConnectionContext } from './platform/live-connection-context.tsx';
import { OthersContext } from './platform/others-context.ts';
import { PinLockContext } from './platform/pin-lock-context.tsx';
import { SessionContext } from './platform/session-context.tsx';
import { ApplicationError } from './features/shell/application-error.tsx';
import { NoStorage } from './features/shell/no-storage.tsx';
import { StorageProvider } from './features/shell/storage-context.tsx';
import { dress } from './features/shell/theme-store.ts';
import { tellUnmadeActs } from './features/shell/unmade-acts.ts';
import { UpdatesProvider } from './features/shell/updates-context.tsx';
import { routeTree } from './routes/route-tree.gen.ts';
import { startUpdates } from './update/updates.ts';

/** Browsers without storage (site data blocked, some private windows) throw or have no database. */
function canKeep(): boolean {
  try {
    return typeof localStorage.getItem('token') !== 'undefined' && typeof indexedDB?.open === 'function';
  } catch (thrown) {
    if (thrown instanceof DOMException) return false;
    throw thrown;
  }
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const page = createRoot(root);

const createAppRouter = (app: App) =>
  createRouter({
    routeTree,
    context: { session: app.session },
    defaultErrorComponent: ApplicationError,
    defaultPreload: 'intent',
    // A reader of the prerendered page keeps his place.
    scrollRestoration: () => document.documentElement.dataset.prerendered === undefined,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

function start(): void {
  const app = compose();
  const lock = openPageLock(app.session);
  dress();
  tellUnmadeActs(window);
  /** A reload during sending loses nothing, but asks twice. */
  const updates = startUpdates(() => !app.farms.current()?.status().sending);
  page.render(
    <StrictMode>
      <StorageProvider storage={app.storage}>
        <SessionContext value={app.session}>
          <OthersContext value={app.waitingOfOthers}>
            <FarmsContext value={app.farms}>
              <UpdatesProvider updates={updates}>
                <LiveConnectionContext value={app.live}>
                  <PinLockContext value={lock}>
                    <RouterProvider router={createAppRouter(app)} />
                  </PinLockContext>
                </LiveConnectionContext>
              </UpdatesProvider>
            </FarmsContext>
          </OthersContext>
        </SessionContext>
      </StorageProvider>
    </StrictMode>,
  );
  void app.start();
}

if (canKeep()) start();
else page.render(<NoStorage />);
