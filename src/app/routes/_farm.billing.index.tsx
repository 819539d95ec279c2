import { createFileRoute } from '@tanstack/react-router';
import { BillingScreen } from '#features/billing/billing-screen.tsx';

export const Route = createFileRoute('/_farm/billing/')({ component: BillingScreen });
