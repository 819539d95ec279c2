import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { NewInvoiceScreen } from '#features/billing/new-invoice-screen.tsx';

const Screen = () => {
  const navigate = useNavigate();
  return (
    <NewInvoiceScreen
      fromPaper={false}
      onDone={(id, toStock) =>
        void navigate({ to: '/billing/$id', params: { id }, search: toStock ? { hoja: 'stock' } : {}, replace: true })
      }
    />
  );
};

export const Route = createFileRoute('/_farm/create-invoice')({ component: Screen });
