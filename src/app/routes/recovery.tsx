import { createFileRoute, Navigate } from '@tanstack/react-router';
import { Recovery } from '#features/account/recovery.tsx';
import { useSession } from '#platform/session-context.tsx';

const Screen = () => {
  const { state } = useSession();
  // Also for an expired session.
  return state.status === 'signed-in' && !state.expired ? <Navigate to="/dashboard" replace /> : <Recovery />;
};

export const Route = createFileRoute('/recovery')({ component: Screen });
