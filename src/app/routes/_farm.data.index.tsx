import { createFileRoute } from '@tanstack/react-router';
import { MovementsScreen } from '../features/movements/movements-screen.tsx';

export const Route = createFileRoute('/_farm/data/')({ component: MovementsScreen });
