import { createFileRoute } from '@tanstack/react-router';
import { InstallCard } from '../features/install/install-card.tsx';
import { ConfigurationScreen } from '../features/shell/configuration-screen.tsx';

const Configuration = () => (
  <ConfigurationScreen>
    <InstallCard />
  </ConfigurationScreen>
);

export const Route = createFileRoute('/_farm/configuration')({ component: Configuration });
