import { Download } from 'lucide-react';
import { useInstall } from '#update/install.ts';
import { Button } from '#ui/button.tsx';
import styles from './landing.module.css';

/** Only if the browser has an install prompt. */
export const InstallButton = () => {
  const { way, install } = useInstall();
  return way === 'prompt' ? (
    <Button wide icon={<Download />} onClick={() => void install()}>
      Instalar la app
    </Button>
  ) : null;
};

/** Install instructions (ux.md §2.2); on an iPhone before the first record (§0.1). */
export const Installing = () => (
  <section className={styles.steps} aria-labelledby="instalar">
    <h2 id="instalar">Se instala desde esta página</h2>
    <p>No hay que ir a ninguna tienda. La app ocupa menos que una foto y se abre desde su ícono.</p>
    <dl>
      <div>
        <dt>Android y computadora</dt>
        <dd>En Chrome, tocá el menú ⋮ y elegí «Instalar app».</dd>
      </div>
      <div>
        <dt>iPhone</dt>
        <dd>
          En Safari, tocá Compartir y elegí «Agregar a inicio». Hacelo antes de ingresar: lo que anotás se guarda en la
          app instalada.
        </dd>
      </div>
    </dl>
  </section>
);
