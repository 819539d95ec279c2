import { Check, CloudRain, Download, Syringe } from 'lucide-react';
import { useInstall } from '../../update/install.ts';
import { Button } from '../../ui/button.tsx';
import { CowHead } from '../../ui/icons.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ButtonTo } from '../../frame/links.tsx';
import styles from './landing.module.css';

const facts = [
  'Nacimientos y lluvias en 3 toques, sin teclado',
  'Se guarda en el celular y se envía solo al volver la señal, una sola vez',
  'Todos ven el mismo stock, hasta la última cabeza',
  'Nada se pierde: ni sin señal, ni sin batería, ni al actualizar',
];

/** The public page (ux.md §4.8): what the product does, and nothing that it does not. */
export const Landing = () => {
  const { way, install } = useInstall();
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <img src="/favicon.svg" alt="" width={44} height={44} />
        <strong>Tranquera</strong>
        <ButtonTo to="/log-in" compact>
          Ingresar
        </ButtonTo>
      </header>
      <main className={styles.main}>
        <section className={styles.pitch}>
          <PageHeading title="El cuaderno del campo, aunque no haya señal." />
          <p className={styles.lead}>
            Los que recorren anotan nacimientos, lluvias, muertes, traslados y ventas desde el celular. En la casa ven
            el stock al día.
          </p>
          <ul className={styles.facts}>
            {facts.map((fact) => (
              <li key={fact}>
                <Check size={24} aria-hidden /> {fact}
              </li>
            ))}
          </ul>
          <div className={styles.acts}>
            <ButtonTo to="/sign-up" variant="primary" wide>
              Crear cuenta
            </ButtonTo>
            {way === 'prompt' ? (
              <Button wide icon={<Download size={24} aria-hidden />} onClick={() => void install()}>
                Instalar la app
              </Button>
            ) : null}
            {way === 'ios' ? <p>En iPhone: tocá Compartir y elegí «Agregar a inicio» antes de ingresar.</p> : null}
          </div>
        </section>
        <aside className={styles.sample} aria-hidden="true">
          <div className={styles.tileBirth}>
            <CowHead size={40} /> Nacimiento
          </div>
          <div className={styles.tileRain}>
            <CloudRain size={40} /> Lluvia
          </div>
          <div className={styles.tileHealth}>
            <Syringe size={40} /> Tratamiento
          </div>
          <p>Un toque para elegir, uno para contar, uno para guardar.</p>
        </aside>
      </main>
    </div>
  );
};
