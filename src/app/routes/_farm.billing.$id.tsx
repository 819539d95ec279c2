import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { InvoiceScreen } from '#features/billing/invoice-screen.tsx';
import { useSheetStep } from './-sheet-step.ts';

const Screen = () => {
  const { id } = Route.useParams();
  const { sheet, open, close } = useSheetStep();
  const navigate = useNavigate();
  return (
    <InvoiceScreen
      key={id}
      id={id}
      sheet={sheet}
      onSheet={open}
      onSheetEnd={close}
      onGone={() => void navigate({ to: '/billing', replace: true })}
    />
  );
};

export const Route = createFileRoute('/_farm/billing/$id')({ component: Screen });
