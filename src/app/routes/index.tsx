import { createFileRoute, Navigate } from '@tanstack/react-router';
import { Landing } from '#features/landing/landing.tsx';
import { useSession } from '#platform/session-context.tsx';
import { LoadingRing } from '#ui/loading-ring.tsx';

const Home = () => {
  const { state } = useSession();
  if (state.status === 'checking') return <LoadingRing />;
  return state.status === 'signed-in' ? <Navigate to="/dashboard" replace /> : <Landing />;
};

export const Route = createFileRoute('/')({ component: Home });
