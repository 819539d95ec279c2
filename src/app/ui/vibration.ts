let isAllowed = true;

/** Not on an iPhone (ux.md §2.5). */
export const canVibrate = (): boolean => 'vibrate' in navigator;

/** Configuración › Notificaciones. */
export function allowVibration(allowed: boolean): void {
  isAllowed = allowed;
}

/** Vibrates if possible and allowed; never the only sign (ux.md §2.5). */
export function vibrate(ms: number): void {
  if (isAllowed && canVibrate()) navigator.vibrate(ms);
}
