import { createFileRoute, Navigate, useLocation } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useCurrentFarm } from '#platform/current-farm.tsx';
import { FarmContext } from '#platform/farm-context.tsx';
import { FirstOrganization } from '#features/organization/first-organization.tsx';
import { OffTeamScreen } from '#features/organization/off-team-screen.tsx';
import { StorageBanners } from '#features/shell/storage-banners.tsx';
import { usePinLock } from '#platform/pin-lock-context.tsx';
import { useSession } from '#platform/session-context.tsx';
import { LoadingRing } from '#ui/loading-ring.tsx';
import { LeftFarms } from './-left-records.tsx';
import { FarmFrame } from './-farm-frame.tsx';
import { overlaySearch } from './-overlays.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

/** Rare: kept out of the first bundle. */
const LockScreen = lazyPart(async () => (await import('#features/account/lock-screen.tsx')).LockScreen);
const AccountOnly = lazyPart(async () => (await import('./-account-only.tsx')).AccountOnly);

/** Reads the address itself: if the guard rerendered while redirecting, it would redirect forever. */
const NoFarm = () => {
  const { pathname } = useLocation();
  return pathname === '/configuration' ? (
    <Suspense fallback={<LoadingRing />}>
      <AccountOnly />
    </Suspense>
  ) : (
    <FirstOrganization notice={<LeftFarms />} />
  );
};

/** Guard of a farm's screens (product.md §2): signed-out people go home, expired sessions to log-in. */
const Guard = () => {
  const { state } = useSession();
  const farm = useCurrentFarm();
  const { isLocked } = usePinLock().state;
  const [wasIn, setWasIn] = useState(false);
  if (state.status === 'signed-in' && !wasIn) setWasIn(true);
  if (state.status === 'checking') return <LoadingRing />;
  if (state.status === 'signed-out')
    return <Navigate to={wasIn || state.farewell !== null ? '/log-in' : '/'} replace />;
  if (isLocked)
    return (
      <Suspense fallback={<LoadingRing />}>
        <LockScreen />
      </Suspense>
    );
  if (state.organizations.length === 0 && !state.isOffTeam) return <NoFarm />;
  if (!farm)
    return (
      <>
        <StorageBanners />
        <LoadingRing />
      </>
    );
  return (
    <FarmContext value={farm} key={farm.organizationId}>
      <FarmFrame />
      {state.isOffTeam ? <OffTeamScreen /> : null}
    </FarmContext>
  );
};

export const Route = createFileRoute('/_farm')({ component: Guard, validateSearch: overlaySearch });
