import { useState } from 'react';
import { createFileRoute, useLocation, useNavigate } from '@tanstack/react-router';
import { Activation } from '#features/account/activation.tsx';

const Screen = () => {
  const hash = useLocation({ select: (location) => location.hash });
  // Navigating to the farm clears the hash: keep the link that was opened.
  const [fragment, setFragment] = useState(hash);
  if (hash !== '' && hash !== fragment) setFragment(hash);
  const navigate = useNavigate();
  return <Activation fragment={fragment} onDone={() => void navigate({ to: '/dashboard', replace: true })} />;
};

export const Route = createFileRoute('/admin-activation')({ component: Screen });
