import { createFileRoute, Navigate, useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { invitationOf } from '#features/account/invitation.ts';
import { Invited } from '#features/account/invited.tsx';
import { SignUp } from '#features/account/sign-up.tsx';
import { useSession } from '#platform/session-context.tsx';
import { LoadingRing } from '#ui/loading-ring.tsx';

/** Sign-up, and joining by invitation. */
const Door = ({ fragment }: { readonly fragment: string }) => {
  const { state } = useSession();
  const navigate = useNavigate();
  const [invitation] = useState(() => invitationOf(fragment));
  const goIn = useCallback(() => void navigate({ to: '/dashboard', replace: true }), [navigate]);
  if (state.status === 'checking' && invitation) return <LoadingRing />;
  if (invitation) return <Invited invitation={invitation} onDone={goIn} />;
  return state.status === 'signed-in' ? <Navigate to="/dashboard" replace /> : <SignUp />;
};

const Screen = () => {
  const fragment = useLocation({ select: (location) => location.hash });
  return <Door key={fragment} fragment={fragment} />;
};

export const Route = createFileRoute('/sign-up')({ component: Screen });
