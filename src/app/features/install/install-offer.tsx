import { Download } from 'lucide-react';
import { useState } from 'react';
import { useInstall } from '#update/install.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Cluster } from '#ui/stack.tsx';
import { InstallSteps } from './install-steps.tsx';
import { isPutOff, putOff } from './later.ts';

/** Offers to install on the first screen. Safari erases an uninstalled site's data after a week (ux.md §0.1, 4). */
export const InstallOffer = () => {
  const { way, install } = useInstall();
  const [isQuiet, setIsQuiet] = useState(() => isPutOff(Date.now()));
  const [showsSteps, setShowsSteps] = useState(false);
  if (isQuiet || way === 'installed' || way === 'none') return null;
  const later = (): void => {
    putOff(Date.now());
    setIsQuiet(true);
  };
  const accept = async (): Promise<void> => {
    if (!(await install())) later();
  };
  return (
    <>
      <Notice
        tone={way === 'ios' ? 'warn' : 'info'}
        title="Instalá la app"
        action={
          <Cluster>
            <Button compact icon={<Download />} onClick={() => (way === 'ios' ? setShowsSteps(true) : void accept())}>
              {way === 'ios' ? 'Ver cómo' : 'Instalar'}
            </Button>
            <Button compact variant="quiet" onClick={later}>
              Ahora no
            </Button>
          </Cluster>
        }
      >
        {way === 'ios'
          ? 'Acá tus datos se pueden borrar. Desde el ícono quedan guardados.'
          : 'Se abre desde el ícono, también sin señal.'}
      </Notice>
      <Sheet
        open={showsSteps}
        title="Instalá la app en tu iPhone"
        onClose={() => setShowsSteps(false)}
        footer={
          <Button variant="primary" wide onClick={() => setShowsSteps(false)}>
            Entendido
          </Button>
        }
      >
        <InstallSteps />
      </Sheet>
    </>
  );
};
