import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { CreateStockScreen } from '#features/stock/create-stock-screen.tsx';

const Screen = () => {
  const navigate = useNavigate();
  return <CreateStockScreen onDone={(id) => void navigate({ to: '/stock/$id', params: { id }, replace: true })} />;
};

export const Route = createFileRoute('/_farm/create-stock')({ component: Screen });
