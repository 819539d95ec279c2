/** Words of the opening stock's forms (domain.md §2.2, §3.1). */
export const openingDayHint = 'Desde ese día se puede registrar lo que pasó';
export const rodeoUnsaid = 'Elegí el rodeo, o Sin rodeo';
export const kilosOfHead = (category: string): string => `Kilos por cabeza de ${category}`;
