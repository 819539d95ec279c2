import { createFileRoute, Navigate } from '@tanstack/react-router';
import { invitationOf } from '#features/account/invitation.ts';
import { LogIn } from '#features/account/log-in.tsx';
import { useSession } from '#platform/session-context.tsx';

const Screen = () => {
  const { state } = useSession();
  // An expired session is still signed in (domain.md §1.8) and renewed here.
  if (state.status !== 'signed-in' || state.expired) return <LogIn />;
  return <Navigate to={invitationOf('') ? '/sign-up' : '/dashboard'} replace />;
};

export const Route = createFileRoute('/log-in')({ component: Screen });
