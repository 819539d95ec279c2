import { Download } from 'lucide-react';
import { useInstall } from '#update/install.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { InstallSteps } from './install-steps.tsx';

/** Installing, always available in Configuración. */
export const InstallCard = () => {
  const { way, install } = useInstall();
  if (way === 'installed' || way === 'none') return null;
  return (
    <Card title="Instalar la app">
      {way === 'prompt' ? (
        <Button icon={<Download />} onClick={() => void install()}>
          Instalar la app
        </Button>
      ) : (
        <InstallSteps />
      )}
    </Card>
  );
};
