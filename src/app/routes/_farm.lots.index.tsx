import { createFileRoute } from '@tanstack/react-router';
import { LotsScreen } from '../features/lots/lots-screen.tsx';

export const Route = createFileRoute('/_farm/lots/')({ component: LotsScreen });
