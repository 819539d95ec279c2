import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { InvoiceScreen } from '#features/billing/invoice-screen.tsx';
import { useSheetStep } from './-sheet-step.ts';

const Screen = () => {
  const { id } = Route.useParams();
  const navigate = useNavigate();
  return (
    <InvoiceScreen
      key={id}
      id={id}
      {...useSheetStep()}
      onGone={() => void navigate({ to: '/billing', replace: true })}
    />
  );
};

export const Route = createFileRoute('/_farm/billing/$id')({ component: Screen });
