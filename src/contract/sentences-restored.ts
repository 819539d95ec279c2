import { formatDayMonth, formatTime } from '../domain/dates.ts';
import { counted } from '../domain/text.ts';

/** What the owner reads when the server went back to a copy of its database: what no phone can bring back is his to look at. */
export const restoredSentence = (copyAt: string | null, returned: number): string => {
  const copy = copyAt === null ? 'una copia' : `una copia del ${formatDayMonth(copyAt)} a las ${formatTime(copyAt)}`;
  return `El servidor volvió a ${copy}. Los celulares devolvieron ${counted(returned, 'registro')}. Revisá lo que se cargó en el escritorio desde entonces.`;
};

/** Where to look: none of it is kept on a phone until it is sent. New invoices are (decision 0035), and come back. */
export const restoredPlaces =
  'Personas del equipo, configuración, pagos y cambios de facturas se cargan con señal: los celulares no los devuelven.';
