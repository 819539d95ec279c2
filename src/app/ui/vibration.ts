let isAllowed = true;

/** Whether this browser has a way to shake the device at all; an iPhone's has none (ux.md §2.5). */
export const canVibrate = (): boolean => 'vibrate' in navigator;

/** What the person chose in Configuración › Notificaciones. */
export function allowVibration(allowed: boolean): void {
  isAllowed = allowed;
}

/** A short shake for a hand that does not look, where the device can and the person lets it; it is never the only sign (ux.md §2.5). */
export function vibrate(ms: number): void {
  if (isAllowed && canVibrate()) navigator.vibrate(ms);
}
