import { createFileRoute, Navigate } from '@tanstack/react-router';
import { SignUp } from '../features/account/sign-up.tsx';
import { useSession } from '../frame/session-context.tsx';

const Screen = () => {
  const { state } = useSession();
  return state.status === 'signed-in' ? <Navigate to="/dashboard" replace /> : <SignUp />;
};

export const Route = createFileRoute('/sign-up')({ component: Screen });
