import { createFileRoute, Navigate } from '@tanstack/react-router';
import { LogIn } from '../features/account/log-in.tsx';
import { useSession } from '../frame/session-context.tsx';

const Screen = () => {
  const { state } = useSession();
  return state.status === 'signed-in' ? <Navigate to="/dashboard" replace /> : <LogIn />;
};

export const Route = createFileRoute('/log-in')({ component: Screen });
