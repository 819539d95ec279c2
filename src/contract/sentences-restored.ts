import { formatDayMonth, formatTime } from '../domain/dates.ts';
import { counted } from '../domain/text.ts';

interface Copy {
  /** From when it is; null while no phone could tell. */
  readonly at: string | null;
  /** It is of that time or later: no phone has named its newest change yet. */
  readonly mayBeNewer: boolean;
}

function copyText({ at, mayBeNewer }: Copy): string {
  if (at === null) return 'una copia';
  const day = `una copia del ${formatDayMonth(at)}`;
  return mayBeNewer ? `${day}, de las ${formatTime(at)} o después` : `${day} a las ${formatTime(at)}`;
}

/** What the owner reads when the server went back to a copy of its database: what no phone can bring back is his to look at. */
export const restoredSentence = (copy: Copy, returned: number): string =>
  `El servidor volvió a ${copyText(copy)}. Los celulares devolvieron ${counted(returned, 'registro')}. Revisá lo que se cargó en el escritorio desde entonces.`;

/** Where to look: none of it is kept on a phone until it is sent. New invoices are (decision 0035), and come back. */
export const restoredPlaces =
  'Personas del equipo, configuración, pagos y cambios de facturas se cargan con señal: los celulares no los devuelven.';
