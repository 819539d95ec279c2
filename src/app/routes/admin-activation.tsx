import { useState } from 'react';
import { createFileRoute, useLocation, useNavigate } from '@tanstack/react-router';
import { Activation } from '#features/account/activation.tsx';

const Screen = () => {
  const hash = useLocation({ select: (location) => location.hash });
  // On the way to the farm the address has none any more: the link that was opened is still the one that was whole.
  const [fragment, setFragment] = useState(hash);
  if (hash !== '' && hash !== fragment) setFragment(hash);
  const navigate = useNavigate();
  return <Activation fragment={fragment} onDone={() => void navigate({ to: '/dashboard', replace: true })} />;
};

export const Route = createFileRoute('/admin-activation')({ component: Screen });
