const key = 'instalar-despues';
const quietForDays = 14;
const dayMs = 86_400_000;

/** 'Ahora no' within the last two weeks (ux.md §2.2). */
export function isPutOff(now: number): boolean {
  const said = Number(localStorage.getItem(key) ?? 0);
  return now - said < quietForDays * dayMs;
}

export const putOff = (now: number): void => localStorage.setItem(key, String(now));
