/** Numbers and days come formatted. */
export const chartSentences = {
  herd: 'Hacienda en el tiempo',
  herdSame: (day: string) => `Las mismas que al ${day}.`,
  herdMore: (heads: string, day: string) => `${heads} más que al ${day}.`,
  herdFewer: (heads: string, day: string) => `${heads} menos que al ${day}.`,
  rain: 'Lluvia por mes',
  rainOfYear: (mm: string, year: string) => `${mm} mm en ${year}`,
  rainiest: (month: string, mm: string) => `El mes con más lluvia fue ${month}, con ${mm} mm.`,
  /** A search for one month's records. */
  rainRecords: (month: string, year: string) => `lluvia ${month} ${year}`,
  rainOfLastYear: (year: string, mm: string) => `En ${year} se anotaron ${mm} mm.`,
} as const;
