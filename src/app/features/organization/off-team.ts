import { counted } from '#domain';

export const offTeam = {
  title: (farm: string): string => `Ya no estás en ${farm}`,
  kept: 'Si estabas escribiendo algo, queda guardado en este celular: si te vuelven a sumar, lo encontrás como lo dejaste.',
  unsent: (count: number): string =>
    `${counted(count, 'registro')} sin enviar de este celular: se envían solos para que los vea la oficina.`,
  refused: (count: number): string =>
    `El servidor no aceptó ${counted(count, 'registro')}: ${count === 1 ? 'sigue guardado' : 'siguen guardados'} en este celular.`,
  goTo: (farm: string): string => `Ir a ${farm}`,
  goOn: 'Seguir',
} as const;
