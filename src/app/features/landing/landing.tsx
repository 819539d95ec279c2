import { Check, Download } from 'lucide-react';
import { ButtonTo } from '#platform/links.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import styles from './landing.module.css';
import inicio from './pictures/inicio.webp';
import movimientos from './pictures/movimientos.webp';
import nacimiento from './pictures/nacimiento.webp';
import oficina from './pictures/oficina.webp';
import { useState } from 'react';
import { useInstall } from '#update/install.ts';
import { Button } from '#ui/button.tsx';

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

/** Pictures of the demonstration farm, made by `tests/e2e/landing-pictures.ts`. */
const pictures = {
  inicio: {
    src: inicio,
    width: 540,
    height: 1050,
    alt: 'Inicio en el celular de un peón: botones grandes para registrar nacimientos, lluvias y muertes, y los últimos movimientos.',
  },
  nacimiento: {
    src: nacimiento,
    width: 540,
    height: 1050,
    alt: 'Registrar un nacimiento: el lote ya está elegido y los terneros se cuentan con botones.',
  },
  movimientos: {
    src: movimientos,
    width: 540,
    height: 1050,
    alt: 'La lista de movimientos en un celular sin señal: el nacimiento recién anotado figura como pendiente.',
  },
  oficina: {
    src: oficina,
    width: 1280,
    height: 800,
    alt: 'Inicio en la computadora de la dueña del campo.',
  },
} as const;

interface PictureProps {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  /** Visible at once; other pictures load lazily. */
  readonly first?: boolean;
}

/** Keeps its place while loading, and gives it up on failure (offline). */
const Picture = ({ src, width, height, alt, first = false }: PictureProps) => {
  const [isMissing, setIsMissing] = useState(false);
  if (isMissing) return null;
  return (
    <img
      className={width > height ? styles.desk : styles.phone}
      src={src}
      width={width}
      height={height}
      alt={alt}
      decoding="async"
      loading={first ? 'eager' : 'lazy'}
      {...(first && { fetchPriority: 'high' as const })}
      onError={() => setIsMissing(true)}
    />
  );
};

/** Only if the browser has an install prompt. */
const InstallButton = () => {
  const { way, install } = useInstall();
  return way === 'prompt' ? (
    <Button wide icon={<Download />} onClick={install}>
      Instalar la app
    </Button>
  ) : null;
};

/** Install instructions (ux.md §2.2); on an iPhone before the first record (§0.1). */
const Installing = () => (
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

const answers = [
  {
    question: '¿Para qué sí hace falta señal?',
    answer:
      'Para crear la cuenta, ingresar la primera vez en cada celular y sumar gente al equipo. Registrar y consultar, no.',
  },
  {
    question: '¿Y si se rompe o se pierde el celular?',
    answer:
      'Lo enviado está en el servidor. Un celular perdido se puede marcar desde otro: manda lo que le quedó y borra los datos del campo apenas tenga señal.',
  },
  {
    question: '¿Quién ve mis datos?',
    answer: 'El equipo de tu establecimiento, cada uno según su rol. Los exportás a una planilla cuando quieras.',
  },
  {
    question: '¿Cómo empiezo?',
    answer:
      'Creás la cuenta, le ponés nombre al establecimiento y cargás tus lotes con los animales que hay. Las categorías de hacienda vienen listas.',
  },
] as const;

const Answers = () => (
  <section className={styles.steps} aria-labelledby="preguntas">
    <h2 id="preguntas">Preguntas</h2>
    <dl>
      {answers.map(({ question, answer }) => (
        <div key={question}>
          <dt>{question}</dt>
          <dd>{answer}</dd>
        </div>
      ))}
    </dl>
  </section>
);
