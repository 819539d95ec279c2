import { isBusy } from './update/busy.ts';

/** Whether the person stands anywhere but on a farm's first screen with nothing over it: he may have begun something there. */
export const isInUse = (): boolean =>
  isBusy() || !['/', '/log-in', '/dashboard'].includes(window.location.pathname) || window.location.search !== '';
