import { createFileRoute, Navigate, Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '#platform/session-context.tsx';
import { LoadingRing } from '#ui/loading-ring.tsx';

/** Guard of the super admin's screens: others go home (product.md §2, §6). */
const Guard = () => {
  const { state } = useSession();
  const [wasIn, setWasIn] = useState(false);
  if (state.status === 'signed-in' && !wasIn) setWasIn(true);
  if (state.status === 'checking') return <LoadingRing />;
  if (state.status === 'signed-out') return <Navigate to={wasIn ? '/log-in' : '/'} replace />;
  return state.user?.is_super_admin ? <Outlet /> : <Navigate to="/" replace />;
};

export const Route = createFileRoute('/_operator')({ component: Guard });
