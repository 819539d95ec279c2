import { createFileRoute } from '@tanstack/react-router';
import { ConfigurationScreen } from '../features/shell/configuration-screen.tsx';

export const Route = createFileRoute('/_farm/configuration')({ component: ConfigurationScreen });
