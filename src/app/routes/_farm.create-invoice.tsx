import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { NewInvoiceScreen } from '../features/billing/new-invoice-screen.tsx';

const Screen = () => {
  const navigate = useNavigate();
  return (
    <NewInvoiceScreen
      fromPaper={false}
      onDone={(id) => void navigate({ to: '/billing/$id', params: { id }, replace: true })}
    />
  );
};

export const Route = createFileRoute('/_farm/create-invoice')({ component: Screen });
