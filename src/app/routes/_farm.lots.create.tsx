import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { CreateLotScreen } from '../features/lots/create-lot-screen.tsx';

const Screen = () => {
  const navigate = useNavigate();
  return <CreateLotScreen onDone={(id) => void navigate({ to: '/lots/$id', params: { id }, replace: true })} />;
};

export const Route = createFileRoute('/_farm/lots/create')({ component: Screen });
