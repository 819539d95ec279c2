import { formatDayMonth, formatTime } from '../domain/dates.ts';
import { counted } from '../domain/text.ts';

interface Copy {
  readonly at: string | null;
  /** Of that time or later: no phone knows its newest change. */
  readonly mayBeNewer: boolean;
}

function copyText({ at, mayBeNewer }: Copy): string {
  if (at === null) return 'una copia';
  const day = `una copia del ${formatDayMonth(at)}`;
  return mayBeNewer ? `${day}, de las ${formatTime(at)} o después` : `${day} a las ${formatTime(at)}`;
}

export const restoredSentence = (copy: Copy, returned: number): string =>
  `El servidor volvió a ${copyText(copy)}. Los celulares devolvieron ${counted(returned, 'registro')}. Revisá lo que se cargó en el escritorio desde entonces.`;

/** Not kept on phones until sent. New invoices are (decision 0035). */
export const restoredPlaces =
  'Personas del equipo, configuración, pagos y cambios de facturas se cargan con señal: los celulares no los devuelven.';
