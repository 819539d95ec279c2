import { createFileRoute, useLocation, useNavigate } from '@tanstack/react-router';
import { Activation } from '../features/account/activation.tsx';

const Screen = () => {
  const fragment = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  return <Activation fragment={fragment} onDone={() => void navigate({ to: '/dashboard', replace: true })} />;
};

export const Route = createFileRoute('/admin-activation')({ component: Screen });
