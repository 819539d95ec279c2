import { createFileRoute, Navigate } from '@tanstack/react-router';
import { LogIn } from '../features/account/log-in.tsx';
import { useSession } from '../frame/session-context.tsx';

const Screen = () => {
  const { state } = useSession();
  // Whose session has run out is still in (domain.md §1.8), and comes here for a new one.
  return state.status === 'signed-in' && !state.expired ? <Navigate to="/dashboard" replace /> : <LogIn />;
};

export const Route = createFileRoute('/log-in')({ component: Screen });
