import { Download, Share, SquarePlus } from 'lucide-react';
import { useState } from 'react';
import { useInstall } from '#update/install.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Cluster } from '#ui/stack.tsx';
import styles from './install.module.css';
import { Card } from '#ui/card.tsx';

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

const key = 'instalar-despues';
const quietForDays = 14;
const dayMs = 86_400_000;

/** 'Ahora no' within the last two weeks (ux.md §2.2). */
function isPutOff(now: number): boolean {
  const said = Number(localStorage.getItem(key) ?? 0);
  return now - said < quietForDays * dayMs;
}

const putOff = (now: number): void => localStorage.setItem(key, String(now));

/** Manual steps: iPhones have no install prompt (ux.md §2.2). */
const InstallSteps = () => (
  <>
    <ol className={styles.steps}>
      <li>
        Tocá Compartir <Share /> (abajo o arriba)
      </li>
      <li>
        Elegí «Agregar a inicio» <SquarePlus />
      </li>
      <li>Dejá activado «Abrir como app web» y tocá Agregar</li>
    </ol>
    <p>Después abrila desde el ícono: ahí se guardan tus registros.</p>
  </>
);

/** Installing, always available in Configuración. */
export const InstallCard = () => {
  const { way, install } = useInstall();
  if (way === 'installed' || way === 'none') return null;
  return (
    <Card title="Instalar la app">
      {way === 'prompt' ? (
        <Button icon={<Download />} onClick={install}>
          Instalar la app
        </Button>
      ) : (
        <InstallSteps />
      )}
    </Card>
  );
};
