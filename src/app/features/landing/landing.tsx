import { Check } from 'lucide-react';
import { ButtonTo } from '#platform/links.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { Answers } from './answers.tsx';
import { InstallButton, Installing } from './installing.tsx';
import styles from './landing.module.css';
import { Picture } from './picture.tsx';
import { pictures } from './pictures.ts';

const facts = [
  'Nacimientos y lluvias en 3 toques, sin teclado',
  'Se guarda en el celular y se envía solo al volver la señal, una sola vez',
  'Todos ven el mismo stock, hasta la última cabeza',
  'Nada se pierde: ni sin señal, ni sin batería, ni al actualizar',
];

/** Public page (ux.md §4.8): what the product does, with its own pictures. */
export const Landing = () => (
  <div className={styles.page}>
    <header className={styles.top}>
      <img src="/favicon.svg" alt="" width={44} height={44} />
      <strong>Tranquera</strong>
      <ButtonTo to="/log-in" compact>
        Ingresar
      </ButtonTo>
    </header>
    <main className={styles.main}>
      <Pitch />
      <section className={styles.part} aria-labelledby="en-el-campo">
        <Picture {...pictures.nacimiento} />
        <div className={styles.words}>
          <h2 id="en-el-campo">En el campo: un toque para elegir, uno para contar, uno para guardar</h2>
          <p>
            Tranquera recuerda el lote y el rodeo de la última vez. Los botones se aprietan con guantes y la pantalla se
            lee al sol. Si te equivocaste, «Deshacer» lo quita.
          </p>
          <p>
            También muertes, traslados, cambios de rodeo, pesajes, tratamientos con su retiro, tacto, destetes, compras,
            ventas, heladas y granizo.
          </p>
        </div>
      </section>
      <section className={styles.part} aria-labelledby="sin-senal">
        <div className={styles.words}>
          <h2 id="sin-senal">Sin señal funciona igual</h2>
          <p>
            Cada registro queda guardado en el celular apenas tocás Guardar, y dice en qué está: <b>Pendiente</b>{' '}
            mientras no salió, <b>Enviado</b> recién cuando el servidor lo confirmó.
          </p>
          <p>
            Al volver la señal sale solo, una única vez. Si dos anotaron la misma lluvia, avisa; si algo no se pudo
            tomar, queda a la vista para corregirlo.
          </p>
        </div>
        <Picture {...pictures.movimientos} />
      </section>
      <section className={styles.wide} aria-labelledby="en-la-oficina">
        <div className={styles.words}>
          <h2 id="en-la-oficina">En la oficina, los números cierran</h2>
          <p>
            El stock por lote, rodeo y categoría sale de los movimientos: cada cabeza tiene su historia, con quién la
            anotó y quién la corrigió. Cada persona del equipo ve y hace lo que su rol permite: los precios, por
            ejemplo, no llegan al celular de un peón.
          </p>
        </div>
        <Picture {...pictures.oficina} />
      </section>
      <Installing />
      <Answers />
      <section className={styles.end}>
        <h2>Probalo con tu campo</h2>
        <div className={styles.acts}>
          <ButtonTo to="/sign-up" variant="primary" wide>
            Crear cuenta
          </ButtonTo>
          <ButtonTo to="/log-in" wide>
            Ya tengo cuenta
          </ButtonTo>
        </div>
      </section>
    </main>
  </div>
);

const Pitch = () => (
  <section className={styles.pitch}>
    <div className={styles.words}>
      <PageHeading title="El cuaderno del campo, aunque no haya señal." />
      <p className={styles.lead}>
        Los que recorren anotan nacimientos, lluvias, muertes, traslados y ventas desde el celular. En la casa ven el
        stock al día.
      </p>
      <ul className={styles.facts}>
        {facts.map((fact) => (
          <li key={fact}>
            <Check /> {fact}
          </li>
        ))}
      </ul>
      <div className={styles.acts}>
        <ButtonTo to="/sign-up" variant="primary" wide>
          Crear cuenta
        </ButtonTo>
        <InstallButton />
      </div>
    </div>
    <Picture {...pictures.inicio} first />
  </section>
);
