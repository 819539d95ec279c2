import { counted } from '../../../domain/text.ts';

/** What somebody reads who is not on the open farm any more. */
export const offTeam = {
  title: (farm: string): string => `Ya no estás en ${farm}`,
  kept: 'Lo que estabas escribiendo queda guardado en este celular: si te vuelven a sumar, lo encontrás como lo dejaste.',
  unsent: (count: number): string =>
    `${counted(count, 'registro')} sin enviar de este celular: se envían solos para que los vea la oficina.`,
  goTo: (farm: string): string => `Ir a ${farm}`,
  goOn: 'Seguir',
} as const;
