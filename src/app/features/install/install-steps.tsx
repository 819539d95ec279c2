import { Share, SquarePlus } from 'lucide-react';
import styles from './install.module.css';

/** Manual steps: iPhones have no install prompt (ux.md §2.2). */
export const InstallSteps = () => (
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
