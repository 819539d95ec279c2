import inicio from './pictures/inicio.webp';
import movimientos from './pictures/movimientos.webp';
import nacimiento from './pictures/nacimiento.webp';
import oficina from './pictures/oficina.webp';

/** Pictures of the demonstration farm, made by `tests/e2e/landing-pictures.ts`. */
export const pictures = {
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
